import { z } from 'zod'
import { minutes } from '#kernel/clock.ts'
import { escapeTags } from '#kernel/text/escape-html.ts'
import { purposeOf } from '#tasks/media/purpose-of.ts'
import { file as fileShape, type SlackFile } from '../inbound/readings.ts'
import { openToken } from '../install/open-token.ts'
import type { LinkedSession } from '../session/session.ts'
import { explain } from '../session/tell.ts'
import { isAllowed } from '../web-api/client.ts'
import { isFinal } from '../web-api/failures.ts'

/** Larger files are not fetched from Slack, since they pass through memory. */
const mostBytes = 50 * 1024 * 1024

interface Fetched {
  /** Storage paths of the files in the media library. */
  readonly media: readonly string[]
  /** Sentences for the person about files that could not be used. */
  readonly problems: readonly string[]
}

/** Moves the files of a message into the media library of a profile, so that all of its members can use them. */
export async function fetchFiles(
  session: LinkedSession,
  profileId: string,
  files: readonly SlackFile[],
): Promise<Fetched> {
  const media: string[] = []
  const problems: string[] = []
  for (const named of files) {
    const file = await readWhole(session, named)
    const moved = await moveFile(session, profileId, file)
    if ('storagePath' in moved) media.push(moved.storagePath)
    else problems.push(`${escapeTags(file.name ?? usualName)}: ${moved.problem}`)
  }
  return { media, problems }
}

const usualName = 'file'
const info = z.object({ file: fileShape })

/** Reads a file that another organization shares: its event has the id alone. Unchanged where Slack refuses that. */
async function readWhole({ client }: LinkedSession, file: SlackFile): Promise<SlackFile> {
  if (file.file_access !== 'check_file_info') return file
  try {
    return info.safeParse(await client.read('files.info', { file: file.id })).data?.file ?? file
  } catch (error) {
    if (isFinal(error)) return file
    throw error
  }
}

/** Moves one file. Returns a sentence where Slack or the library refuses it. */
async function moveFile(
  session: LinkedSession,
  profileId: string,
  file: SlackFile,
): Promise<{ readonly storagePath: string } | { readonly problem: string }> {
  const bytes = await download(session, file)
  if (typeof bytes === 'string') return { problem: bytes }
  const type = file.mimetype ?? 'application/octet-stream'
  const upload = new File([new Uint8Array(bytes)], file.name ?? usualName, { type })
  try {
    return await session.linked.api.uploadMedia({ file: upload, profileId, ...purposeOf(type) })
  } catch (error) {
    return { problem: explain(error) }
  }
}

/** Downloads a file with the token of the workspace, which goes to Slack alone. Returns a sentence where that fails. */
async function download({ deps, slack, workspace }: LinkedSession, file: SlackFile): Promise<Buffer | string> {
  const { url_private_download: url, size, mode } = file
  if (!url || mode === 'hidden_by_limit' || mode === 'tombstone') return 'Slack no longer has this file.'
  if ((size ?? 0) > mostBytes) return 'The file is larger than 50 MB. Upload it in Posthorn.'
  if (!isAllowed(slack, url)) return 'The file is not stored at Slack. Add its link in the composer.'
  const answer = await deps.outbound.request({
    url,
    headers: { authorization: `Bearer ${openToken(deps, workspace)}` },
    timeoutMs: minutes(2),
    maxBytes: mostBytes,
  })
  // Without the permission, Slack answers with its sign-in page.
  const isPage = answer.headers['content-type']?.startsWith('text/html') ?? false
  if (answer.status !== 200 || isPage)
    return 'Slack does not hand out this file. Install the app again, so that it may read files.'
  return answer.body
}
