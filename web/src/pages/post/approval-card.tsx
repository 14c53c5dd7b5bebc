import type { Result } from '@posthorn/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { meQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { approvalNoteOf } from '#web/posts/post-reason.ts'
import type { Post } from '#web/posts/post-time.ts'
import { usePerson } from '#web/posts/use-person.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Tag, type Tone } from '#web/ui/tag.tsx'

/** The steps and the people. Their texts come with them. */
const ApprovalSteps = makeLatePart(async () => {
  const [part, texts] = await Promise.all([import('./approval-steps.tsx'), import('#web/posts/approval/open-texts.ts')])
  await texts.openStepTexts()
  return part.ApprovalSteps
})

const tones: Readonly<Record<Approvals['status'], Tone>> = {
  not_required: 'quiet',
  needed: 'waiting',
  requested: 'waiting',
  approved: 'good',
  rejected: 'bad',
}

/**
 * Shows who has approved the current version, requests approval, and gives it. Hidden if a profile does not need
 * approvals.
 */
export function ApprovalCard({ post }: { readonly post: Post }) {
  const { id } = post
  const messages = useMessages()
  const { approvals: words } = messages
  const rights = useRights()
  const me = useQuery(meQuery).data
  const queries = useQueryClient()
  const query = useQuery(approvalsQuery(id))
  const [isRejecting, setRejecting] = useState(false)
  const approvals = query.data
  const decide = useMutation({
    mutationFn: (move: 'request' | 'approve') =>
      move === 'request'
        ? api.requestPostApproval({ id })
        : api.approvePost({
            id,
            contentHash: approvals?.contentHash ?? '',
            ...(approvals?.currentStepId && { stepId: approvals.currentStepId }),
          }),
    onSettled: () => Promise.all(['post', 'posts'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
  if (!approvals || approvals.status === 'not_required') return null
  // Steps that were set later do not ask about a published post.
  const isOut = post.publishedAt !== null
  const decisions = [...approvals.decisions, ...approvals.guestDecisions]
  if (isOut && decisions.length === 0) return null
  const given = decisions.filter(({ decision, isCurrent }) => isCurrent && decision === 'approved').length
  const isOpen = approvals.status !== 'approved' && !isOut
  const { mayWrite } = rights
  // With steps, it is the turn of some people.
  const mayApprove =
    approvals.steps.length === 0 ? rights.mayApprove : approvals.approvers.some(({ uid }) => uid === me?.uid)
  return (
    <Card
      title={words.title}
      lead={isOut ? undefined : words.lead(given, approvals.required)}
      actions={
        isOpen && (
          <>
            {mayApprove && (
              <Button variant="quiet" onClick={() => setRejecting(true)}>
                {words.reject}
              </Button>
            )}
            {mayWrite && approvals.status !== 'requested' && (
              <Button
                isBusy={decide.isPending && decide.variables === 'request'}
                onClick={() => decide.mutate('request')}
              >
                {words.request}
              </Button>
            )}
            {mayApprove && approvals.contentHash && (
              <Button
                variant="primary"
                isBusy={decide.isPending && decide.variables === 'approve'}
                onClick={() => decide.mutate('approve')}
              >
                {words.approve}
              </Button>
            )}
          </>
        )
      }
    >
      {!isOut && (
        <>
          <p className="flex flex-wrap items-center gap-2">
            <Tag tone={tones[approvals.status]}>{words.status[approvals.status]}</Tag>
            <span className="text-ink-2 text-sm empty:hidden">
              {approvalNoteOf({ ...post, needsApproval: isOpen, approvalStep: null }, messages)}
            </span>
          </p>
          <ApprovalSteps approvals={approvals} />
        </>
      )}
      {approvals.request && <Asked profileId={post.profileId} request={approvals.request} />}
      {isOut && approvals.publishedHash && (
        <p className="text-sm">
          {decisions.some(({ decision, isSame }) => isSame && decision === 'approved')
            ? words.publishedApproved
            : words.publishedOther}
        </p>
      )}
      <Decisions profileId={post.profileId} approvals={approvals} isOut={isOut} />
      {decide.error && <ProblemBanner error={decide.error} />}
      {isRejecting && <RejectDialog postId={id} onClose={() => setRejecting(false)} />}
    </Card>
  )
}

interface DecisionsProps {
  readonly profileId: string
  readonly approvals: Approvals
  /** True if the post is published. Decisions are then compared with what was published, unless that is not known. */
  readonly isOut: boolean
}

/** Lists the decisions of members and guests, oldest first. A guest has the name that the team gave them. */
function Decisions({ profileId, approvals, isOut }: DecisionsProps) {
  const { decisions, guestDecisions, publishedHash } = approvals
  const { approvals: words } = useMessages()
  const all = [...decisions, ...guestDecisions].toSorted((a, b) => Date.parse(a.decidedAt) - Date.parse(b.decidedAt))
  if (all.length === 0) return null
  return (
    <ul className="grid gap-2 text-sm">
      {all.map((one) => {
        const isSame = one.isSame || (isOut && publishedHash === null)
        return (
          <li key={`${'uid' in one ? one.uid : one.guestId} ${one.decidedAt}`} className={isSame ? '' : 'text-ink-3'}>
            {'uid' in one ? (
              <Maker profileId={profileId} uid={one.uid} />
            ) : (
              <>
                <bdi className="font-medium">{words.guest(one.name)}</bdi>
                {' · '}
              </>
            )}
            {words.decided[one.decision](formatDistance(one.decidedAt))}
            {!isSame && ` ${words.outdated}`}
            {isSame && !isOut && !one.isCurrent && ` ${words.notCounted}`}
            {one.reason && <q className="block text-ink-2">{one.reason}</q>}
          </li>
        )
      })}
    </ul>
  )
}

interface AskedProps {
  readonly profileId: string
  readonly request: NonNullable<Approvals['request']>
}

/** Names the person who asked for the approval, with what they wrote to the approvers. */
function Asked({ profileId, request: { requestedByUid, requestedAt, note } }: AskedProps) {
  const { approvals: words } = useMessages()
  return (
    <p className="text-sm">
      <Maker profileId={profileId} uid={requestedByUid} />
      {words.asked(formatDistance(requestedAt))}
      {note && <q className="block text-ink-2">{note}</q>}
    </p>
  )
}

/** The name of the person who did something, before what they did. */
function Maker({ profileId, uid }: { readonly profileId: string; readonly uid: string | null }) {
  const { posts } = useMessages()
  return (
    <>
      <bdi className="font-medium">{usePerson(profileId)(uid)?.name ?? posts.facts.formerMember}</bdi>
      {' · '}
    </>
  )
}

type Approvals = Result<'getPostApprovals'>

export const approvalsQuery = (postId: string) =>
  queryOptions({ queryKey: ['post', postId, 'approvals'], queryFn: () => api.getPostApprovals({ id: postId }) })

interface RejectProps {
  readonly postId: string
  readonly onClose: () => void
}

/** Rejects a post with a reason for its author. */
function RejectDialog({ postId, onClose }: RejectProps) {
  const { approvals: words, shell } = useMessages()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const reject = useMutation({
    mutationFn: () => api.rejectPost({ id: postId, reason: reason.trim() }),
    onSuccess: async () => {
      await Promise.all(['post', 'posts'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
      onClose()
    },
  })
  return (
    <Dialog title={words.rejectTitle} lead={words.rejectLead} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          reject.mutate()
        }}
      >
        <Field
          label={words.reason}
          required
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {reject.error && <ProblemBanner error={reject.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="danger" disabled={reason.trim() === ''} isBusy={reject.isPending}>
            {words.reject}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
