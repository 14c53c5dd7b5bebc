import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { check, rules } from './check.ts'
import { aliases, readTree } from './tree.ts'

const root = join(import.meta.dirname, '../..')
const fixtures = join(import.meta.dirname, 'fixtures')
const house = check(root)

/** Lists the files independently of the checker, so that a checker that overlooks files cannot report a clean tree. */
function filesUnder(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(ending))
    .sort()
}

test('the checker reads every file of src and every migration', () => {
  const seen = (start: string, files: readonly { path: string }[]) =>
    files
      .filter(({ path }) => path.startsWith(start))
      .map(({ path }) => path.slice(start.length))
      .sort()
  assert.deepEqual(seen('src/', house.tree.files), filesUnder(join(root, 'src'), '.ts'))
  assert.deepEqual(seen('migrations/', house.tree.sql), filesUnder(join(root, 'migrations'), '.sql'))
  assert.ok(house.tree.files.length > 50, `${house.tree.files.length} files`)
  for (const folder of ['src/kernel/', 'src/infra/', 'src/modules/', 'src/app/', 'src/main/', 'test/']) {
    assert.ok(seen(folder, house.tree.files).length > 0, `files in ${folder}`)
  }
})

test('the checker finds known imports, and as many imports as a simple text search', () => {
  const edges = house.tree.files.flatMap((file) => file.imports.map((edge) => ({ from: file.path, ...edge })))
  const known = (from: string, to: string) =>
    edges.find((edge) => edge.from === from && (edge.to === to || edge.packageName === to))
  assert.equal(known('src/infra/db/migrations/migrate.ts', 'kysely')?.typeOnly, false)
  assert.equal(known('src/infra/db/client.ts', 'src/infra/db/tables.ts')?.typeOnly, true)
  assert.equal(known('src/kernel/page.ts', 'src/kernel/errors.ts')?.specifier, './errors.ts')
  assert.ok(edges.some((edge) => edge.from.startsWith('src/app/') && edge.to?.startsWith('src/modules/')))
  for (const file of house.tree.files) {
    const lines = file.scanned.code
      .split('\n')
      .filter((line) => /^(?:(?:import|export)\b.*|\} )from ['"]|^import ['"]/.test(line))
    const found = file.imports.filter((edge) => !edge.dynamic)
    assert.equal(found.length, lines.length, `imports of ${file.path}`)
  }
})

test('the checker follows the aliases in package.json', () => {
  assert.deepEqual(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports, aliases)
})

for (const rule of rules) {
  test(`the code complies with ${rule.id}: ${rule.holds}`, () => {
    const broken = house.violations.filter((violation) => violation.rule === rule.id)
    // The messages say where and what to do. A stack of the checker would only hide them.
    const found = broken.map((violation) => violation.message).join('\n')
    if (found !== '') throw Object.assign(new Error(found), { stack: found })
  })
}

test('every rule has a fixture that breaks it, and every fixture a rule', () => {
  const ids = rules.map((rule) => rule.id)
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual(readdirSync(fixtures).sort(), [...ids, 'clean'].sort())
})

/** Returns the lines of a fixture that break its rule: those that end in the comment "red". */
function expectedIn(folder: string): string[] {
  return filesUnder(folder, '').flatMap((path) => {
    if (!/\.\w+$/.test(path)) return []
    const lines = readFileSync(join(folder, path), 'utf8').split('\n')
    return lines.flatMap((line, index) => (/(?:\/\/|--|#) red$/.test(line) ? [`${path}:${index + 1}`] : []))
  })
}

for (const rule of rules) {
  test(`the fixture for ${rule.id} fails at each marked line and nowhere else`, () => {
    const folder = join(fixtures, rule.id)
    const { violations } = check(folder)
    const expected = expectedIn(folder)
    assert.ok(expected.length > 0, 'the fixture marks no line')
    const found = new Set(violations.map(({ file, line, rule: id }) => `${file}:${line} ${id}`))
    assert.deepEqual([...found].sort(), expected.map((place) => `${place} ${rule.id}`).sort())
    for (const { file, line, message } of violations) {
      assert.ok(message.startsWith(`${file}:${line} [${rule.id}] `), message)
      assert.ok(message.includes(rule.holds) && message.includes(`Instead: ${rule.instead}`), message)
    }
  })
}

test('words in comments, strings, templates and patterns do not mislead the checker', () => {
  const { tree, violations } = check(join(fixtures, 'clean'))
  assert.deepEqual(
    violations.map((violation) => violation.message),
    [],
  )
  const log = tree.files.find((file) => file.path === 'src/infra/log.ts')
  assert.deepEqual(
    log?.imports.map((edge) => [edge.line, edge.to, edge.typeOnly, edge.dynamic]),
    [
      [2, 'src/kernel/clock.ts', true, false],
      [3, 'src/kernel/clock.ts', false, false],
      [8, 'src/infra/seal.ts', false, false],
      [10, 'src/infra/seal.ts', false, true],
    ],
  )
})

test('an empty folder counts as empty, not as clean', () => {
  assert.equal(readTree(join(fixtures, 'clean/migrations')).files.length, 0)
})
