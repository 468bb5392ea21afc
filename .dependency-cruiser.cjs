/** The arrows of docs/architecture.md: who may import whom. TypeScript 7 has no API, so swc parses. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^(apps|packages)/', pathNot: [from, ...allowed] },
})

/** A room of the console may look into the rooms below it. */
const consoleRoom = (room, allowed) => ({
  name: `console-${room}`,
  severity: 'error',
  from: { path: `^apps/console/src/${room}/` },
  to: { path: '^apps/console/src/', pathNot: [room, ...allowed].map((name) => `^apps/console/src/${name}/`) },
})

/** The same for the server. `context.ts` is what its rooms are handed; `app.ts` and the entries above put them together. */
const serverRoom = (room, allowed) => ({
  name: `server-${room.replace('/', '-')}`,
  severity: 'error',
  from: { path: `^apps/server/src/${room}/`, pathNot: '[.]test[.]ts$' },
  to: { path: '^apps/server/src/', pathNot: [room, ...allowed].map((name) => `^apps/server/src/${name}`) },
})

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^virtual:', '[?]worker', '[?]url'] },
    },
    {
      name: 'nothing-that-runs-needs-scripts',
      severity: 'error',
      from: {
        path: '^(apps|packages)/',
        pathNot: ['[.]test[.]tsx?$', '^apps/server/src/matrix/', '^apps/console/e2e/'],
      },
      to: { path: '^(bench|scripts)/' },
    },
    only('domain-stands-alone', '^packages/domain/', []),
    only('protocol', '^packages/protocol/', ['^packages/domain/']),
    only('positioning', '^packages/positioning/', ['^packages/domain/']),
    only('contract', '^packages/contract/', ['^packages/domain/']),
    only('fixtures', '^packages/fixtures/', ['^packages/(contract|domain)/']),
    only('mock-api', '^packages/mock-api/', ['^packages/(contract|domain|fixtures)/']),
    only('server', '^apps/server/', ['^packages/']),
    only('console', '^apps/console/', ['^packages/']),
    only('simulator', '^apps/simulator/', ['^packages/']),
    {
      // What it names comes from every room, so anything but types would carry one room into another.
      name: 'server-context-is-types',
      severity: 'error',
      from: { path: '^apps/server/src/context[.]ts$' },
      to: { dependencyTypesNot: ['type-only'] },
    },
    {
      // Connections made elsewhere would have nobody who hears their end.
      name: 'one-maker-of-database-connections',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: '[.]test[.]ts$|/platform/postgres/database-client[.]ts$' },
      to: { path: 'node_modules/pg/', dependencyTypesNot: ['type-only'] },
    },
    serverRoom('platform', []),
    serverRoom('state', ['platform']),
    serverRoom('events', ['state', 'platform']),
    serverRoom('ingest', ['state', 'platform']),
    // A report goes downwards through the rooms of ingest; `create-ingest.ts` and `account-moves.ts` put them together.
    serverRoom('ingest/receive', ['ingest/(log|apply|write-behind)/', 'state', 'platform']),
    serverRoom('ingest/log', ['ingest/(apply|write-behind)/', 'state', 'platform']),
    serverRoom('ingest/apply', ['ingest/write-behind/', 'state', 'platform']),
    serverRoom('ingest/write-behind', ['state', 'platform']),
    serverRoom('features', ['jobs/(payloads|queue)[.]', 'events', 'state', 'platform', 'context.ts']),
    serverRoom('jobs', ['features', 'events', 'state', 'platform', 'context.ts']),
    serverRoom('alarms', ['features', 'events', 'state', 'platform', 'context.ts']),
    serverRoom('gateway', ['ingest', 'state', 'platform', 'context.ts']),
    serverRoom('exports', ['features', 'gateway/(readers|senders)', 'events', 'state', 'platform', 'context.ts']),
    serverRoom('live', ['features', 'events', 'homes/share-out.ts', 'bus', 'state', 'platform', 'context.ts']),
    serverRoom('bus', ['platform']),
    serverRoom('homes', ['bus', 'ingest', 'state', 'platform']),
    consoleRoom('locales', []),
    consoleRoom('lib', ['locales']),
    consoleRoom('theme', ['lib', 'locales']),
    consoleRoom('ui', ['theme', 'lib', 'locales']),
    consoleRoom('map', ['theme', 'lib', 'locales']),
    consoleRoom('service-worker', ['theme', 'lib']),
    consoleRoom('features', ['map', 'ui', 'theme', 'lib', 'locales']),
    consoleRoom('screens', ['features', 'map', 'ui', 'theme', 'lib', 'locales']),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)dist/', '\\.css$'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
