import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { usePerson } from '#web/posts/use-person.ts'
import { Button } from '#web/ui/button.tsx'
import type { Reply } from '../inbox-query.ts'
import { useOwnUid } from '../use-change.ts'
import type { ReplyDeeds } from './use-replies.ts'

interface WaitingProps {
  readonly profileId: string
  readonly reply: Reply
  readonly approval: NonNullable<Reply['approval']>
  /** The last item that is shown. */
  readonly lastItemId: string | null
  readonly deeds: ReplyDeeds
}

/** The approval of a reply that waits or was rejected: who can approve it, what has happened since, and the actions. */
export function WaitingReply(props: WaitingProps) {
  const { profileId, reply, approval, lastItemId, deeds } = props
  const { inbox } = useMessages('inbox')
  const words = inbox.approvals
  const { mayWrite } = useRights()
  const uid = useOwnUid()
  const [form, setForm] = useState<'reject' | 'edit' | null>(null)
  const close = () => setForm(null)
  const isRejected = reply.state === 'rejected'
  const mayApprove = !isRejected && approval.approvers.some((one) => one.uid === uid)
  if (form === 'edit')
    return (
      <TextForm
        label={words.changed}
        text={reply.text}
        submit={words.save}
        most={10_000}
        onSubmit={(text) => deeds.edit(reply, text, lastItemId, close)}
        onCancel={close}
      />
    )
  return (
    <div className="grid justify-items-end gap-2 text-sm">
      <div role="status" className="grid min-w-0 justify-items-end gap-0.5 break-words text-end text-ink-2">
        {isRejected ? (
          <Rejection profileId={profileId} approval={approval} />
        ) : (
          <>
            <span className="font-medium text-held">
              {approval.step ? words.waitsIn(approval.step) : words.waiting}
              {approval.required > 1 && ` · ${words.given(approval.given, approval.required)}`}
            </span>
            {!mayApprove && (
              <span>
                {approval.approvers.length === 0
                  ? words.noOne
                  : words.by(approval.approvers.map(({ name }) => name).join(', '))}
              </span>
            )}
            {approval.isGone && <span className="text-failed">{words.isGone}</span>}
            {!approval.isGone && approval.isAnswered && <span>{words.isAnswered}</span>}
            {!approval.isGone && approval.newItems > 0 && <span>{words.newItems(approval.newItems)}</span>}
            {!approval.isGone && approval.alsoWaiting > 0 && <span>{words.alsoWaiting}</span>}
          </>
        )}
      </div>
      {form === 'reject' ? (
        <TextForm
          label={words.reason}
          hint={words.reasonHint}
          text=""
          submit={words.reject}
          most={1_000}
          onSubmit={(reason) => deeds.reject(reply, reason, close)}
          onCancel={close}
        />
      ) : (
        <div className="flex flex-wrap justify-end gap-2">
          {mayWrite && (
            <>
              <Button isSmall variant="quiet" onClick={() => deeds.cancel(reply)}>
                {words.withdraw}
              </Button>
              <Button isSmall onClick={() => setForm('edit')}>
                {words.change}
              </Button>
            </>
          )}
          {mayApprove && (
            <>
              <Button isSmall onClick={() => setForm('reject')}>
                {words.reject}
              </Button>
              {!approval.isGone && lastItemId && <Approve {...props} lastItemId={lastItemId} />}
            </>
          )}
        </div>
      )}
    </div>
  )
}

function Rejection({ profileId, approval }: Pick<WaitingProps, 'profileId' | 'approval'>) {
  const { inbox } = useMessages('inbox')
  const person = usePerson(profileId)(approval.rejectedByUid)
  return (
    <>
      <span className="font-medium text-failed">
        {person ? inbox.approvals.rejected(person.name) : inbox.approvals.rejectedByOther}
      </span>
      {approval.reason && <bdi className="whitespace-pre-wrap">{approval.reason}</bdi>}
    </>
  )
}

/** The buttons that approve. What has happened since is shown above them, so they confirm it. */
function Approve({ reply, approval, lastItemId, deeds }: WaitingProps & { readonly lastItemId: string }) {
  const { inbox } = useMessages('inbox')
  const words = inbox.approvals
  const confirm = approval.isAnswered || approval.newItems > 0
  const approve = (others?: 'keep' | 'withdraw') =>
    deeds.approve(reply, { lastItemId, confirm, ...(others && { others }) })
  if (approval.alsoWaiting > 0)
    return (
      <>
        <Button isSmall onClick={() => approve('keep')}>
          {words.approveAndKeep}
        </Button>
        <Button isSmall onClick={() => approve('withdraw')}>
          <Icon name="check" className="size-4" />
          {words.approveAndWithdraw}
        </Button>
      </>
    )
  return (
    <Button isSmall onClick={() => approve()}>
      <Icon name="check" className="size-4" />
      {confirm ? words.approveAnyway : words.approve}
    </Button>
  )
}

interface FormProps {
  readonly label: string
  readonly hint?: string
  readonly text: string
  readonly submit: string
  readonly most: number
  readonly onSubmit: (text: string) => void
  readonly onCancel: () => void
}

/** A field with the text of a reply, or the reason for a rejection. */
function TextForm({ label, hint, text, submit, most, onSubmit, onCancel }: FormProps): ReactNode {
  const { inbox } = useMessages('inbox')
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const next = String(new FormData(event.currentTarget).get('text')).trim()
    if (next) onSubmit(next)
  }
  return (
    <form onSubmit={send} className="grid w-96 max-w-full gap-2 text-sm">
      <label className="grid gap-1">
        <span className="font-medium">{label}</span>
        <textarea
          name="text"
          dir="auto"
          required
          // biome-ignore lint/a11y/noAutofocus: the button that opened the form is gone
          autoFocus
          defaultValue={text}
          maxLength={most}
          className="field-sizing-content max-h-64 min-h-16 w-full resize-none rounded-md border border-line-2 bg-surface px-3 py-2 text-lg sm:text-base"
          onKeyDown={(event) => {
            if (event.key === 'Escape') onCancel()
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
          }}
        />
        {hint && <span className="text-ink-3 text-xs">{hint}</span>}
      </label>
      <span className="flex justify-end gap-2">
        <Button isSmall variant="quiet" onClick={onCancel}>
          {inbox.approvals.cancel}
        </Button>
        <Button isSmall type="submit" variant="primary">
          {submit}
        </Button>
      </span>
    </form>
  )
}
