import { writeBody } from '#tasks/inputs/content.ts'
import { findProfileId } from '#tasks/inputs/profile.ts'
import { readList } from '../arguments.ts'
import type { Run } from '../client-command.ts'
import { UsageFault } from '../command.ts'
import { uploadFile } from '../media/upload-file.ts'
import type { draftRow } from '../rows/posts.ts'

/** A command with the flags for a post's content. */
type WritingRun = Pick<Run<typeof draftRow>, 'flags' | 'api' | 'installation' | 'profile' | 'readInput' | 'flash'>

/** Builds the request body of a new post from the arguments, and uploads its files. */
export async function readContent(run: WritingRun, words: readonly string[]) {
  const { flags, api } = run
  const profile = await findProfileId(api, run.profile)
  const content = await readText(run, words)
  const files = flags.media ?? []
  if (content === '' && files.length === 0) throw new UsageFault('expects text as an argument or on standard input')
  const alts = flags.alt ?? []
  if (alts.length > files.length) throw new UsageFault('has more --alt than --media')
  const texts = Object.fromEntries((flags.text ?? []).map(readOverride))
  const media = []
  for (const [index, file] of files.entries()) {
    const altText = alts[index]
    const { storagePath } = await uploadFile(run, { file, profileId: profile, altText })
    media.push({ storagePath, ...(altText === undefined ? {} : { altText }) })
  }
  return writeBody(api, {
    profile,
    content,
    media,
    texts,
    ...(flags.to === undefined ? {} : { accounts: readList(flags.to) }),
    ...(flags.thread ? { thread: flags.thread } : {}),
    ...(flags.title === undefined ? {} : { title: flags.title }),
    ...(flags.link === undefined ? {} : { link: flags.link }),
    ...(flags['first-comment'] === undefined ? {} : { firstComment: flags['first-comment'] }),
    ...(flags.tag ? { tags: flags.tag } : {}),
  })
}

/** Returns the text of the post, without the line break at the end of standard input. */
async function readText({ readInput }: Pick<WritingRun, 'readInput'>, [word]: readonly string[]): Promise<string> {
  if (word !== undefined && word !== '-') return word
  return ((await readInput()) ?? '').replace(/\r?\n$/, '')
}

function readOverride(written: string): [string, string] {
  const at = written.indexOf('=')
  if (at < 1) throw new UsageFault('expects --text as NETWORK=TEXT, for example --text x="A shorter text."')
  return [written.slice(0, at), written.slice(at + 1)]
}

/** Parses `--confirm`: codes of warnings, or `all`. */
export function readConfirmed(written: string | undefined): { readonly confirmWarnings?: true | string[] } {
  if (written === undefined) return {}
  return { confirmWarnings: written === 'all' ? true : readList(written) }
}
