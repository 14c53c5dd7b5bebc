import type { Vault } from '#infra/storage/vault/index.ts'
import { linesOf, readPacked } from './packed.ts'

/** A stored file as listed in a backup. The bytes of a key never change. */
export interface ListedFile {
  readonly key: string
  readonly size: number
  readonly contentType: string
  readonly sha256: string
}

export async function* readMediaList(vault: Vault, key: string): AsyncGenerator<ListedFile> {
  for await (const line of linesOf(await readPacked(vault, key))) yield JSON.parse(line) as ListedFile
}

export const lineOf = ({ key, size, contentType, sha256 }: ListedFile): string =>
  `${JSON.stringify({ key, size, contentType, sha256 })}\n`

/** Finds keys, requested in order, in a list sorted by key. Reads the list once and keeps one entry in memory. */
export function createFinder<Entry extends { readonly key: string }>(list: AsyncIterator<Entry> | null) {
  let current: Entry | null = null
  let isOver = list === null
  return async (key: string): Promise<Entry | null> => {
    while (!isOver && (current === null || current.key < key)) {
      const next = await list?.next()
      if (!next || next.done) isOver = true
      else current = next.value
    }
    return current?.key === key ? current : null
  }
}
