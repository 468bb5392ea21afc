/** Servers of a test that share its accounts. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { SHARDS, shardOf } from '../../apps/server/src/homes/share-out.ts'
import { eventually } from './given.ts'
import type { TestApp } from './test-app.ts'

export const ALL_SHARDS: readonly number[] = Array.from({ length: SHARDS }, (_, shard) => shard)

/** The shards that a server accepts for. */
export const heldBy = ({ running }: TestApp): number[] => [...running.shards.held().keys()].sort((a, b) => a - b)

/** Each shard has a home, and every server accepts for all of its share. */
export const areShared = (apps: readonly TestApp[]) =>
  eventually(async () => {
    expect(apps.flatMap(heldBy).sort((a, b) => a - b)).toEqual(ALL_SHARDS)
    for (const { running } of apps) {
      expect(running.shards.isReady).toBe(true)
      expect(running.shards.held().size).toBeGreaterThan(0)
    }
  })

/** The id of an account that one of these shards would have. */
export function accountIn(shards: readonly number[]): string {
  for (;;) {
    const id = randomUUID()
    if (shards.includes(shardOf(id))) return id
  }
}
