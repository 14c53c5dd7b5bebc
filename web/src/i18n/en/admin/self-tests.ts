/** The tests that Posthorn has of itself. */
export const selfTests = {
  names: {
    database: 'Database',
    storage: 'Storage',
    queue: 'Queue',
    mail: 'Mail',
    clock: 'Clock',
    'embedded-server': 'Database server',
    'webhook-loopback': 'Webhooks',
  },
  /** The purpose of a test, which the service says in English. */
  about: (_test: string, said: string) => said,
  /** Names what a test found, which the service says in English. */
  found: ({ detail }: { readonly code: string | null; readonly detail: string }) => detail,
  runAll: 'Run all tests',
  run: 'Run',
  runOne: (test: string) => `Run the test: ${test}`,
  running: 'Running',
  progress: (done: number, all: number) => `${done} of ${all} tests done`,
  results: { ok: 'Works', failed: 'Failed' },
  neverRan: 'Not run yet',
  runs: 'Last runs',
  noRuns: 'No test has run yet. “Run all tests” takes a few seconds and changes nothing.',
  runOf: (when: string) => `Run of ${when}`,
  outcome: (passed: number, all: number) => (passed === all ? `All ${all} work` : `${passed} of ${all} work`),
  states: { running: 'Running', passed: 'Passed', failed: 'Failed', died: 'Broke off' },
  startedBy: 'Started by',
  commandLine: 'the command line',
  died: 'The process that ran the tests ended before the run did. Run them again.',
}
