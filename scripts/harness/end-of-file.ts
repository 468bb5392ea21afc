/** Runs before each test file, also where files share modules: what `whenDone` was given is done after it. */
import { afterAll } from 'vitest'
import { endFile } from './when-done.ts'

afterAll(endFile)
