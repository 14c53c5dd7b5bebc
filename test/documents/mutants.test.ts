import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'

/** The patches of the benchmark `mutants`, each of which removes a safeguard. */
const folder = 'bench/once/mutants'

test('each patch that removes a safeguard still applies to the code', async () => {
  const patches = (await readdir(folder)).filter((name) => name.endsWith('.patch'))
  assert.ok(patches.length >= 14)
  for (const name of patches) {
    for (const { file, replaced } of hunksOf(await readFile(`${folder}/${name}`, 'utf8')))
      assert.ok(
        (await readFile(file, 'utf8')).includes(replaced),
        `${name} replaces lines that ${file} does not have:\n${replaced}`,
      )
  }
})

/** Returns the lines that each hunk of a patch replaces, with those around them. */
function hunksOf(patch: string) {
  const files = patch.split(/^diff --git /m).filter((part) => part.includes('--- a/'))
  return files.flatMap((part) => {
    const file = /^--- a\/(.+)$/m.exec(part)?.[1] ?? assert.fail(part)
    const hunks = part.split(/^@@ .*\n/m).slice(1)
    return hunks.map((hunk) => ({
      file,
      replaced: hunk
        .replace(/^\+.*\n/gm, '')
        .replace(/^[ -]/gm, '')
        .replace(/\n$/, ''),
    }))
  })
}
