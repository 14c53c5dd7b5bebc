import { toWire } from '#kernel/ids.ts'
import type { Actor } from './actor.ts'
import { nameNetwork } from './card.ts'
import type { Message } from './message.ts'
import { showPost } from './posts.ts'
import { explain } from './refusals.ts'

/** Titles in place of the status of a post, if the status does not say what happened. */
const titles: Readonly<Record<string, (status: string | undefined) => string>> = {
  'post.approved': (status) => `Your post was approved. ${status}`,
  'post.rejected': () => 'Your post was rejected. It’s back in drafts.',
  'post.needs_attention': () => 'We can’t tell if this post was published.',
}

const advice: Readonly<Record<string, string>> = {
  'post.needs_attention': 'Check the network, then confirm in Posthorn.',
}

/**
 * Describes what happened to a post, with the text that the person may read. Null if the post is hidden from them, or
 * no longer waits for their approval.
 */
export async function describePostEvent(actor: Actor, kind: string, id: string): Promise<Message | null> {
  try {
    if (kind === 'post.approval_requested') return await askForApproval(actor, id)
    const text = advice[kind]
    const message = await showPost(actor, id, text ? { text } : {})
    const title = titles[kind]?.(message.title)
    return title ? { ...message, title } : message
  } catch (error) {
    // A rejected request means that the post is hidden or deleted. Other errors are thrown.
    explain(error)
    return null
  }
}

/** The button names the content that the person sees, by the beginning of its hash. */
async function askForApproval(actor: Actor, id: string): Promise<Message | null> {
  const { contentHash, status, steps, approvers } = await actor.api.getPostApprovals({ id })
  if (contentHash === null || status === 'approved') return null
  // With steps, only the people of the current one get a request.
  if (steps.length > 0 && !approvers.some(({ uid }) => uid === toWire('usr', actor.caller.uid))) return null
  const approve = { label: 'Approve', verb: 'approve', subject: id, extra: contentHash.slice(0, 16) } as const
  return {
    ...(await showPost(actor, id)),
    title: 'This post needs your approval',
    buttons: [
      [
        { ...approve, look: 'primary' },
        { label: 'Reject', verb: 'reject', subject: id, look: 'danger' },
      ],
    ],
  }
}

interface Disconnected {
  readonly network: string
  readonly handle: string
  readonly reason: string | null
}

export const describeReconnect = ({ network, handle, reason }: Disconnected, publicUrl: string): Message => ({
  title: `Reconnect ${handle} on ${nameNetwork(network)}`,
  text: [reason, 'Its posts are on hold until you reconnect it in Posthorn.'].filter(Boolean).join(' '),
  buttons: [[{ label: 'Open Posthorn', url: `${publicUrl}/connections` }]],
})

export const describeAlert = (
  { severity, message }: { readonly severity: string; readonly message: string },
  isOver: boolean,
): Message => ({ title: `${isOver ? 'Alert resolved' : 'Alert'} (${severity})`, text: message })
