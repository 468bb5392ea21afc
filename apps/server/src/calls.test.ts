/** The server passes the same call tests as the mock that the console's component tests stand on (packages/mock-api). */
import { sql } from 'kysely'
import { callTests } from '../../../scripts/harness/calls/all.ts'
import type { Door } from '../../../scripts/harness/calls/door.ts'
import { given as makeGiven, PASSWORD } from '../../../scripts/harness/given.ts'
import { latestMail } from '../../../scripts/harness/mails.ts'
import { writePast } from '../../../scripts/harness/past.ts'
import { testApp } from '../../../scripts/harness/test-app.ts'

const { call, database, ...app } = await testApp()
const given = makeGiven({ call, database, ...app })

const door: Door = {
  password: PASSWORD,
  call,
  async person(wanted) {
    // Limits of guessing count by the minute.
    app.clock.move(61_000)
    return given.person(wanted)
  },
  mailToken: async (email) => (await latestMail(database.address, email)).token,
  async letProofAge({ accountId }) {
    await sql`update sessions set proved_at_ms = 0 where account_id = ${accountId}`.execute(database.db)
  },
  exchanged: (token, type, id) => given.exchanged(token, type, id),
  tracker: (accountId, wanted) => given.tracker(accountId, wanted),
  station: async (accountId) => (await given.station(accountId)).t4Id,
  indoorMap: (accountId) => given.indoorMap(accountId),
  stay: (accountId, deviceId, stay) => writePast(database, { stays: [{ account_id: accountId, id: deviceId, stay }] }),
}

callTests(door)
