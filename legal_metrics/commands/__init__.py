"""The subcommands of ``legal-metrics``: one module each, with ``add(commands)`` for its arguments and ``run(arguments)``."""
