/** How many days each partition of a table by time holds, counted from the epoch in UTC. Source: decision 0038. */
export const PARTITION_DAYS = { location_logs: 1, stays: 28, shown_positions: 7 } as const
