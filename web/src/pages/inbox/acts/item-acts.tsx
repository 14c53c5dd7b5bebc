import { useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { Conversation, Item } from '../inbox-query.ts'
import type { Acts } from './use-acts.ts'

interface ItemActsProps {
  readonly item: Item
  readonly conversation: Conversation
  readonly acts: Acts
}

/** The acts that the network offers for an item, and their states. */
export function ItemActs({ item, conversation: { network }, acts }: ItemActsProps) {
  const { inbox: words } = useMessages('inbox')
  const { mayManage, mayPublish } = useRights()
  const [isAsking, setAsking] = useState(false)
  const { canAct, liked, hidden, sender } = item
  const removal = item.acts.find(({ act }) => act === 'remove')
  const isRemoving = removal?.state === 'waiting'
  const can = (act: (typeof canAct)[number]) => canAct.includes(act) && !isRemoving
  const buttons = [
    ...(mayPublish && can('like')
      ? [{ label: liked ? words.acts.unlike : words.acts.like, run: () => acts.like(item) }]
      : []),
    ...(mayPublish && can('hide')
      ? [{ label: hidden ? words.acts.show : words.acts.hide, run: () => acts.hide(item) }]
      : []),
    ...(mayManage && can('remove') ? [{ label: words.acts.remove, run: () => setAsking(true) }] : []),
  ]
  const states = [
    ...(liked ? [words.acts.liked] : []),
    ...(hidden && !item.held ? [network === 'facebook' ? words.acts.hiddenOnFacebook : words.acts.hidden] : []),
    ...(isRemoving ? [words.acts.removing] : []),
  ]
  const failures = item.acts.filter(({ state }) => state === 'failed')
  return (
    <>
      <div role="status" className="grid text-ink-3 text-xs empty:hidden">
        {states.length > 0 && <p>{states.join(' · ')}</p>}
        {failures.map(({ act, wanted, error }) => (
          <p key={act} className="min-w-0 break-words text-failed">
            {words.acts.failed[act](wanted)} {error}
          </p>
        ))}
      </div>
      {buttons.length > 0 && (
        <div className="-mx-2.5 flex flex-wrap">
          {buttons.map(({ label, run }) => (
            <Button key={label} isSmall variant="quiet" onClick={run}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {isAsking && (
        <Removal
          item={item}
          title={sender.isUs ? words.acts.removeReply : words.acts.removeComment}
          lead={words.acts.removeLead(networks[network].name)}
          acts={acts}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

interface RemovalProps {
  readonly item: Item
  readonly title: string
  readonly lead: string
  readonly acts: Acts
  readonly onClose: () => void
}

function Removal({ item, title, lead, acts, onClose }: RemovalProps) {
  const { inbox: words } = useMessages('inbox')
  const [state, setState] = useState<'open' | 'busy' | Error>('open')
  const remove = async () => {
    setState('busy')
    try {
      await acts.remove(item)
      onClose()
    } catch (error) {
      setState(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return (
    <ConfirmDialog
      title={title}
      lead={lead}
      action={words.acts.remove}
      isBusy={state === 'busy'}
      error={state instanceof Error ? state : null}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
