import { purposeOf } from '#tasks/media/purpose-of.ts'
import type { Api } from '#tasks/task.ts'
import { explain } from './refusals.ts'

/** A file of a message. */
export interface SentFile {
  readonly name: string
  readonly type: string
  /** The storage path of the file if an earlier attempt stored it. */
  readonly known?: string | undefined
  /** Downloads the file. Throws a refusal if it is not available. */
  download(): Promise<Buffer>
  /** Records the storage path, so that a later attempt uses the same file. */
  note?(storagePath: string): Promise<void>
}

interface Taken {
  readonly files: readonly string[]
  /** Sentences about the files that were refused. */
  readonly problems: readonly string[]
}

/** Moves files into the media library of a profile, in their order, so that all of its members can use them. */
export async function takeFiles(api: Api, profileId: string, sent: readonly SentFile[]): Promise<Taken> {
  const files: string[] = []
  const problems: string[] = []
  for (const { name, type, known, download, note } of sent) {
    try {
      const storagePath = known ?? (await upload(api, profileId, name, type, await download()))
      files.push(storagePath)
      if (!known) await note?.(storagePath)
    } catch (error) {
      problems.push(`${name}: ${explain(error)}`)
    }
  }
  return { files, problems: [...new Set(problems)] }
}

async function upload(api: Api, profileId: string, name: string, type: string, bytes: Buffer): Promise<string> {
  const file = new File([new Uint8Array(bytes)], name, { type })
  return (await api.uploadMedia({ file, profileId, ...purposeOf(type) })).storagePath
}
