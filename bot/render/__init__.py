"""From state to messages: pure functions, nothing kept."""
