import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { mediaMaxBytes } from '#rules/file-size.ts'
import { CommandFailure } from '../exit-codes.ts'
import { type FolderDefaults, folderSchema, type Head, headSchema } from './head.ts'
import { findLink, listFolder, readText } from './list-folder.ts'
import { type FileFault, type ReadYaml, readYaml } from './read-yaml.ts'

/** A media file that a post refers to. It is uploaded once. */
export interface LocalFile {
  readonly path: string
  /** The SHA-256 of its bytes, in hex. */
  readonly digest: string
}

/** A post's file, read and checked. */
export interface PostFile {
  /** The path relative to the folder. */
  readonly file: string
  readonly head: Head
  /** The texts of the first part and of the replies. */
  readonly parts: readonly string[]
  /** The files in `media`, by their index there. */
  readonly local: ReadonlyMap<number, LocalFile>
  readonly lineOf: ReadYaml<Head>['lineOf']
}

export interface PostFolder {
  readonly defaults: FolderDefaults
  readonly posts: readonly PostFile[]
}

const settingsFile = 'posthorn.yaml'

/** Reads all posts of a folder. Throws all errors at once, each with its file and line. */
export async function readFolder(folder: string): Promise<PostFolder> {
  const root = await realpath(folder).catch((error: Error) => {
    throw new CommandFailure('fault', `${folder} can’t be read: ${error.message}.`)
  })
  const faults: FileFault[] = []
  const names = await listFolder(root, faults)
  const defaults = names.includes(settingsFile) ? await readDefaults(root, faults) : {}
  const posts: PostFile[] = []
  for (const file of names.filter((name) => name.endsWith('.md') && !/(?:^|\/)(?:README\.md$|\.)/.test(name))) {
    const post = await readPost(root, file, faults)
    if (post) posts.push(post)
  }
  for (const { file, head, lineOf } of posts) {
    const other = posts.find((one) => one.head.key === head.key && one.file < file)
    if (other) faults.push({ file, line: lineOf(['key']), message: `key: ${other.file} has the same key` })
  }
  throwFaults(faults)
  return { defaults, posts }
}

export function throwFaults(faults: readonly FileFault[]): void {
  if (faults.length === 0) return
  throw new CommandFailure('refused', faults.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'))
}

async function readDefaults(root: string, faults: FileFault[]): Promise<FolderDefaults> {
  const text = await readText(root, settingsFile, faults)
  if (text === null) return {}
  const outcome = readYaml({ file: settingsFile, text, firstLine: 1 }, folderSchema)
  if ('read' in outcome) return outcome.read.value
  faults.push(...outcome.faults)
  return {}
}

async function readPost(root: string, file: string, faults: FileFault[]): Promise<PostFile | null> {
  const text = (await readText(root, file, faults))?.replaceAll('\r\n', '\n')
  if (text === undefined) return null
  const parts = splitHead(text)
  if (!parts) {
    faults.push({ file, line: 1, message: 'must start with front matter between two lines of ---, including a key' })
    return null
  }
  const outcome = readYaml({ file, text: parts.head, firstLine: 2 }, headSchema)
  if ('faults' in outcome) {
    faults.push(...outcome.faults)
    return null
  }
  const { value, lineOf } = outcome.read
  const local = new Map<number, LocalFile>()
  for (const [index, item] of (value.media ?? []).entries()) {
    if (item.file === undefined) continue
    const found = await findFile(root, file, item.file)
    if (typeof found === 'string') faults.push({ file, line: lineOf(['media', index, 'file']), message: found })
    else local.set(index, found)
  }
  return { file, head: value, parts: splitParts(parts.body), local, lineOf }
}

/** Splits the front matter, between two lines of three dashes, from the text below it. */
function splitHead(text: string): { readonly head: string; readonly body: string } | null {
  const end = `${text}\n`.indexOf('\n---\n', 3)
  if (!text.startsWith('---\n') || end < 0) return null
  return { head: text.slice('---\n'.length, end + 1), body: text.slice(end + '\n---\n'.length) }
}

/** Splits the text at lines of three dashes between blank lines, which separate the parts of a thread. */
const splitParts = (body: string): string[] => body.split(/\n\n---\n(?=\n)/).map((part) => part.trim())

/** Finds a file by its path from the post. Rejects files outside the folder, which a post must not be able to leak. */
async function findFile(root: string, post: string, name: string): Promise<LocalFile | string> {
  try {
    const path = join(root, dirname(post), name)
    if (relative(root, path).startsWith('..')) return `${name} is outside the folder`
    const link = await findLink(root, path)
    if (link !== null) return `${link} is a symbolic link, which isn’t allowed`
    const found = await stat(path)
    if (!found.isFile()) return `${name} isn’t a file`
    if (found.size > mediaMaxBytes) return `${name} has ${found.size} bytes. The maximum is ${mediaMaxBytes}`
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    return { path, digest: hash.digest('hex') }
  } catch {
    return `${name} doesn’t exist`
  }
}
