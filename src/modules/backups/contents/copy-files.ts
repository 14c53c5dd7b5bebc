import { Readable } from 'node:stream'
import { countText } from '#infra/db/snapshot/index.ts'
import { StorageMissing } from '#infra/storage/index.ts'
import { pipeThrough } from '#infra/streams/pipe-through.ts'
import { countWords } from '#rules/count-words.ts'
import type { MakeDeps } from '../deps.ts'
import { createFinder, type ListedFile, lineOf, readMediaList } from './media-list.ts'
import { fileKey, mediaListKey, wantedKey } from './names.ts'
import { linesOf, readPacked, writePacked } from './packed.ts'

type CopyDeps = Pick<MakeDeps, 'vault' | 'storage' | 'say' | 'signal'>
type Wanted = Omit<ListedFile, 'sha256'>

interface CopiedFiles {
  readonly files: number
  readonly bytes: number
  /** Files that no earlier backup in this location had. */
  readonly copied: number
  /** Files that storage no longer had: they were deleted while the backup ran, or are lost. */
  readonly missing: number
  readonly sha256: string
}

/** Number of files that are copied at a time. */
const lanes = 4
const tellEvery = 1_000

/**
 * Copies the files that the backup wants and no earlier one has, and writes the list of all of them. Both lists are
 * sorted by key, so they are compared while they are read, whatever their length.
 */
export async function copyFiles(deps: CopyDeps, name: string, earlier: string | null): Promise<CopiedFiles> {
  const { vault, say } = deps
  const find = createFinder(earlier === null ? null : readMediaList(vault, mediaListKey(earlier)))
  const done = { files: 0, bytes: 0, copied: 0, missing: 0 }
  let reportedFiles = 0

  async function* list(): AsyncGenerator<string> {
    for await (const some of inLots(readWanted(deps, name))) {
      const found: (ListedFile | null)[] = []
      for (const one of some) {
        const known = await find(one.key)
        found.push(known?.size === one.size ? known : null)
      }
      const listed = await Promise.all(some.map(async (one, no) => found[no] ?? (await copyFile(deps, one))))
      for (const [no, file] of listed.entries()) {
        if (file === null) {
          done.missing += 1
          say(`  MISSING ${some[no]?.key}: this file is not in storage.`)
          continue
        }
        done.files += 1
        done.bytes += file.size
        if (!found[no]) done.copied += 1
        yield lineOf(file)
      }
      if (done.files >= reportedFiles + tellEvery) {
        reportedFiles = done.files
        say(`  ${countWords(done.files, 'file')}, ${done.copied} of them new`)
      }
    }
  }
  const counted = countText()
  const lines = Readable.from(list(), { objectMode: false })
  await pipeThrough(lines, counted.through, (text) => writePacked(vault, mediaListKey(name), text))
  return { ...done, sha256: counted.mark().sha256 }
}

async function* readWanted({ vault }: CopyDeps, name: string): AsyncGenerator<Wanted> {
  for await (const line of linesOf(await readPacked(vault, wantedKey(name)))) {
    const [key = '', size = '', contentType = ''] = line.split('\t')
    yield { key, size: Number(size), contentType }
  }
}

async function copyFile({ vault, storage, signal }: CopyDeps, wanted: Wanted): Promise<ListedFile | null> {
  signal.throwIfAborted()
  const body = await storage.read(wanted.key).catch((error: unknown) => {
    if (error instanceof StorageMissing) return null
    throw error
  })
  if (body === null) return null
  const counted = countText()
  await pipeThrough(body, counted.through, (content) => vault.write(fileKey(wanted.key), content))
  const { bytes, sha256 } = counted.mark()
  return { ...wanted, size: bytes, sha256 }
}

async function* inLots<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let lot: Item[] = []
  for await (const item of items) {
    lot.push(item)
    if (lot.length < lanes) continue
    yield lot
    lot = []
  }
  if (lot.length > 0) yield lot
}
