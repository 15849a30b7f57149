"""Translations of exam questions: requests out, replies in, and checks that no value, term or option was lost on the way."""
