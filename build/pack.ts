import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { programFolder } from '#infra/files/program-folder.ts'
import { thin } from './thin.ts'

/**
 * Packs the build for npm, into the given folder or the current one. npm selects the files; the manifest is reduced.
 */
const target = resolve(process.argv[2] ?? '.')
const folder = mkdtempSync(join(tmpdir(), 'posthorn-pack-'))
const pack = (from: string, to: string): string =>
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', to], {
    cwd: from,
    encoding: 'utf8',
  }).trim()

try {
  execFileSync('tar', ['-xzf', join(folder, pack(programFolder, folder)), '-C', folder])
  const manifest = join(folder, 'package/package.json')
  const read = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly dependencies: Readonly<Record<string, string>> }
  writeFileSync(manifest, `${JSON.stringify(thin(read), null, 2)}\n`)
  console.log(join(target, pack(join(folder, 'package'), target)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
