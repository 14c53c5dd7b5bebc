import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTree } from '../../architecture/tree.ts'
import { testsReaching } from './readers.ts'
import { readRecords } from './record.ts'
import { type Change, testsCalling } from './select.ts'

/** Changes to these affect every test: installed packages, the database that tests copy, and how tests run. */
const reachesAll = /^(?:package(?:-lock)?\.json|tsconfig\.json|migrations\/.*|test\/run\/.*)$/
/** An inner loop takes a minute or two. If more tests are affected, they run together before a commit. */
const mostTests = 40

interface ChangedTests {
  /** Null for all tests. */
  readonly files: readonly string[] | null
  readonly note: string
}

/** Lists the tests that the changes since a commit can affect. */
export async function changedTests(root: string, since: string): Promise<ChangedTests> {
  const changes = listChanges(root, since)
  const general = changes.find(({ path }) => reachesAll.test(path))
  if (general) return { files: null, note: `${general.path} reaches every test.` }
  const tree = readTree(root)
  const records = await readRecords()
  if (records.length === 0) {
    const files = testsReaching(
      changes.map(({ path }) => path),
      tree,
    )
    return {
      files,
      note: 'No full run has recorded what each test calls, so this follows imports: `npm test` records.',
    }
  }
  const files = testsCalling(changes, records, tree)
  if (files.length <= mostTests) return { files, note: '' }
  const note = `${files.length} test files call what changed. These are the ${mostTests} closest; \`npm test\` runs all.`
  return { files: files.slice(0, mostTests), note }
}

/** Lists the files that differ from a commit, including uncommitted and new ones. */
function listChanges(root: string, since: string): readonly Change[] {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 })
  const [base = since] = git('merge-base', since, 'HEAD').split('\n')
  const paths = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')]
  const textOrNull = (read: () => string) => {
    try {
      return read()
    } catch {
      return null
    }
  }
  return paths
    .flatMap((list) => list.split('\n'))
    .filter(Boolean)
    .map((path) => ({
      path,
      before: textOrNull(() => git('show', `${base}:${path}`)),
      now: textOrNull(() => readFileSync(join(root, path), 'utf8')),
    }))
}
