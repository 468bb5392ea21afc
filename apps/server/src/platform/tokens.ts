/** Opaque secrets: random, stored as hashes. Source: security rules 4, 40. */
import { createHash, createHmac } from 'node:crypto'
import type { Random } from './clock.ts'

/** 256 random bits as 43 URL-safe characters. */
export const newToken = (random: Random): string => random.bytes(32).toString('base64url')

/** The stored form of a token. One round is enough, as nobody can guess 256 random bits. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest()

/**
 * Derives the token that follows another: always the same one, so that a renewal whose answer was lost, or that two tabs request
 * at once, can be answered again. Nobody without `key` can tell it from random bits.
 */
export const nextToken = (key: Buffer, token: string): string =>
  createHmac('sha256', key).update(token).digest('base64url')
