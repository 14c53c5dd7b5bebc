import { BadControl } from '../../../core/control/control-input.ts'
import { commenterOn } from '../../../core/people/accounts.ts'
import type { Platform } from '../state/platform.ts'
import type { Comment, Person } from '../state/records.ts'

interface Given {
  readonly text: unknown
  /** The name of the author. If omitted, another person. */
  readonly by: unknown
  /** The ID of the comment to reply to. */
  readonly to: unknown
  readonly status: unknown
}

const statuses = ['published', 'heldForReview', 'likelySpam'] as const

export const statusIn = (status: unknown): (typeof statuses)[number] =>
  statuses.find((one) => one === status) ?? 'published'

/** Someone comments on a person's latest video, or replies to a comment there. */
export function commentOn(platform: Platform, person: Person, { text, by, to, status }: Given): Comment {
  const { comments, world } = platform
  const parent = to === undefined ? null : findOwnComment(platform, person, to)
  const video = parent?.video ?? person.videos.findLast((one) => !one.deleted && one.status === 'processed')
  const author = platform.person(typeof by === 'string' ? by : commenterOn(person.name))
  if (!video || !author) throw new BadControl(`"${person.name}" has no video yet.`, 'account')
  const top = parent?.parent ?? parent
  const own = `Ug${platform
    .secret()
    .replaceAll(/[^\w-]/g, '')
    .slice(0, 20)}`
  const atMs = world.clock.ms()
  const comment: Comment = {
    // A reply's ID begins with that of its thread.
    id: top === null ? own : `${top.id}.${own}`,
    video,
    author,
    parent: top,
    atMs,
    editedAtMs: atMs,
    text: typeof text === 'string' ? text : 'How nice!',
    status: statusIn(status),
    deleted: false,
  }
  comments.set(comment.id, comment)
  const { id } = comment
  const entry = { id, network: 'youtube', account: author.name, kind: 'reply', text: comment.text, media: [] } as const
  world.ledger.add({ ...entry, key: null, replyTo: (top ?? video).id })
  return comment
}

/** Returns a comment on a video of the person. */
export function findOwnComment({ comments }: Platform, person: Person, id: unknown): Comment {
  const comment = comments.get(String(id))
  if (!comment || comment.deleted || comment.video.person !== person)
    throw new BadControl(`"${person.name}" has no such comment.`, 'with')
  return comment
}

/** Deletes a comment, as its author does. */
export function withdraw({ world }: Platform, comment: Comment): void {
  comment.deleted = true
  const { id, author, text, video } = comment
  const entry = { id, network: 'youtube', account: author.name, kind: 'delete', text, media: [] } as const
  world.ledger.add({ ...entry, key: null, replyTo: video.id })
}
