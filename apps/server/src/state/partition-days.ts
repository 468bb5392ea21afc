/** How many days each partition of a table by time holds, counted from the epoch in UTC. Source: decisions 0043, 0086. */
export const PARTITION_DAYS = {
  location_logs: 1,
  stays: 28,
  shown_positions: 7,
  visits: 28,
  past_states: 7,
  temperature_hours: 1,
} as const
