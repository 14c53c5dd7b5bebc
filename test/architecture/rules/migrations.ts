import { effectsOf, isOlder, kindOf, statementsOf } from '#infra/db/migrations/index.ts'
import type { Rule } from '../rule.ts'

const migrationsWiden: Rule = {
  id: 'migrations-widen',
  holds: 'A migration says whether it expands or contracts, and the previous release runs on its result.',
  instead:
    'Begin the file with "-- expand" and only add; or with "-- contract: from VERSION", the release that no longer uses what is removed.',
  *check(tree) {
    const own = tree.texts.find(({ path }) => path === 'package.json')
    const released = own ? String(JSON.parse(own.source).version) : '0.0.0'
    for (const { path, source } of tree.sql) {
      const kind = kindOf(source)
      if (kind === null)
        yield { file: path, line: 1, found: 'the first line does not say whether it expands or contracts' }
      // Between releases, package.json has the version of the latest one, which must run at the same time as the next.
      if (kind?.is === 'contract' && isOlder(released, kind.from))
        yield { file: path, line: 1, found: `${kind.from} is not released yet` }
      if (kind?.is !== 'expand') continue
      for (const { line, does, table, narrows } of effectsOf(statementsOf(source)))
        if (narrows !== null) yield { file: path, line, found: `${does} ${table}: ${narrows}` }
    }
  },
}

export const migrationRules = [migrationsWiden]
