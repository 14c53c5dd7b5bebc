import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { programFolder } from '#infra/files/program-folder.ts'

const run = promisify(execFile)

/** Writes the bill of materials of a package: every package that an installation loads, in CycloneDX. */
export async function writeBill(file: string): Promise<void> {
  const { stdout } = await run(
    'npm',
    ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application'],
    { cwd: programFolder, maxBuffer: 64 * 2 ** 20 },
  )
  await writeFile(file, stdout)
}
