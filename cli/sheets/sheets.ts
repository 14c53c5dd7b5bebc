import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { countWords } from '#rules/count-words.ts'
import type { Client, Result } from '#sdk/index.ts'
import { findProfileId } from '#tasks/inputs/profile.ts'
import { readList } from '../arguments.ts'
import { readTable } from '../bounded-files.ts'
import { clientCommand } from '../client-command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Post } from '../posts/show-post.ts'
import { showTime } from '../posts/show-post.ts'
import { exportRow, importRow } from '../rows/files.ts'

type Report = Extract<Result<'importPosts'>, { readonly ready: boolean }>
type Imported = Exclude<Result<'importPosts'>, { readonly ready: boolean }>

export const importTable = clientCommand(importRow, async ({ flags, words, api, out, profile, readInput }) => {
  const [file = '-'] = words
  const text = file === '-' ? ((await readInput()) ?? '') : await readTable(file)
  const profileId = await findProfileId(api, profile)
  const body = new Blob([text], { type: 'text/csv' })
  // The key is derived from the table, so that repeating a command whose response was lost creates no second posts.
  const ownKey = flags.again || flags['dry-run'] ? undefined : `import:${digestOf(profileId, text)}`
  const idempotencyKey = flags['idempotency-key'] ?? ownKey
  let isRepeated = false
  const onAnswer = ({ headers }: { readonly headers: Headers }) => {
    isRepeated = headers.has('idempotency-replayed')
  }
  const answer = await api.importPosts(flags['dry-run'] ? { profileId, dryRun: 'true', body } : { profileId, body }, {
    onAnswer,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  })
  const isReport = 'ready' in answer
  const before = isRepeated && !isReport ? [await sayRepeated(api, answer)] : []
  out.show(answer, () => (isReport ? sayReport(answer) : [...before, ...sayImported(answer)]))
  return isReport && !answer.ready ? exitCodes.refused.status : exitCodes.done.status
})

function sayReport({ ready, posts, skipped, rows }: Report): string[] {
  const faults = rows.flatMap(({ row, errors, warnings }) =>
    [...errors, ...warnings].map(
      ({ column, message, fix }) => `  row ${row}${column ? `, ${column}` : ''}: ${message}${fix ? ` ${fix}` : ''}`,
    ),
  )
  const times = rows
    .filter(({ outcome }) => outcome === 'scheduled')
    .map(({ row, scheduledAt }) => `  row ${row}: ${showTime(scheduledAt)}`)
  const verdict = ready ? 'The file can be imported as it is.' : 'The file can’t be imported as it is.'
  return [verdict, `${countWords(posts, 'post')} would be created, ${skipped} already exist.`, ...times, ...faults]
}

const digestOf = (profileId: string, text: string | Buffer): string =>
  createHash('sha256').update(`${profileId}\n`).update(text).digest('hex')

/** Reports that the response is from an earlier run, and when that was if one of its posts still exists. */
async function sayRepeated(api: Client, { rows }: Imported): Promise<string> {
  const postId = rows.find(({ outcome, postId: id }) => outcome === 'created' && id)?.postId
  const post = postId ? await api.getPost({ id: postId }).catch(() => null) : null
  const when = post ? ` at ${showTime(post.createdAt)}` : ''
  return `This table was already imported${when}, so nothing was created. To import it again, use \`--again\`. Result of the earlier run:`
}

const sayImported = ({ created, skipped, rows }: Imported): string[] => [
  `${countWords(created, 'post')} created, ${skipped} already exist.`,
  ...rows.map(
    ({ row, outcome, postId, status }) => `  row ${row}: ${outcome}${status ? ` (${status})` : ''} ${postId ?? ''}`,
  ),
]

export const exportTable = clientCommand(exportRow, async ({ flags, api, profile, say, note }) => {
  const answer = await api.exportPosts({
    profileId: await findProfileId(api, profile),
    // The API validates the statuses.
    ...(flags.status === undefined ? {} : { status: readList(flags.status) as Post['status'][] }),
    ...(flags.from === undefined ? {} : { from: flags.from }),
    ...(flags.to === undefined ? {} : { to: flags.to }),
    ...(flags.tag === undefined ? {} : { tag: flags.tag }),
  })
  const text = await answer.text()
  if (flags.output === undefined) say(text.replace(/\r?\n$/, ''))
  else {
    await writeFile(flags.output, text)
    note(`Written to ${flags.output}.`)
  }
  return exitCodes.done.status
})
