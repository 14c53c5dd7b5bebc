/** Posthorn's self-tests. */
export const selfTests = {
  names: {
    database: 'Database',
    storage: 'Storage',
    queue: 'Queue',
    mail: 'Email',
    clock: 'Clock',
    'embedded-server': 'Database server',
    'webhook-loopback': 'Webhooks',
    'stock:unsplash': 'Unsplash',
    'stock:pexels': 'Pexels',
  },
  /** The purpose of a test, which the service says in English. */
  about: (_test: string, said: string) => said,
  /** Names what a test found, which the service says in English. */
  found: ({ detail }: { readonly code: string | null; readonly detail: string }) => detail,
  networksLead: 'Each network responds to an account of this installation, or knows its app.',
  runAll: 'Run all tests',
  run: 'Run',
  runOne: (test: string) => `Run ${test} test`,
  running: 'Running',
  progress: (done: number, all: number) => `${done} of ${all} tests finished`,
  results: { ok: 'Passed', failed: 'Failed' },
  neverRan: 'Never run',
  runs: 'Recent runs',
  noRuns: 'No tests run yet. Running all tests takes a few seconds and changes nothing.',
  runOf: (when: string) => `Run on ${when}`,
  outcome: (passed: number, all: number) => (passed === all ? `All ${all} passed` : `${passed} of ${all} passed`),
  states: { running: 'Running', passed: 'Passed', failed: 'Failed', died: 'Interrupted' },
  startedBy: 'Started by',
  commandLine: 'the command line',
  died: 'The process stopped before the tests finished. Run them again.',
}
