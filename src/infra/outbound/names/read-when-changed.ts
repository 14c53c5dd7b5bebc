import { readFile, stat } from 'node:fs/promises'

/** Reads a small system file, and parses it again only after it has changed. A missing file counts as empty. */
export function readWhenChanged<Parsed>(path: string, parse: (text: string) => Parsed): () => Promise<Parsed> {
  let last: { readonly version: string; readonly parsed: Parsed } | null = null
  return async () => {
    const version = await versionOf(path)
    if (last?.version !== version) last = { version, parsed: parse(await readFile(path, 'utf8').catch(() => '')) }
    return last.parsed
  }
}

async function versionOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    return 'absent'
  }
}
