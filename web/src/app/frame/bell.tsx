import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFrameMessages } from '#web/i18n/frame.ts'
import { Icon } from '#web/icons/icon.tsx'
import { makeImport } from '#web/lib/make-import.ts'
import { iconButtonStyle } from '#web/ui/button.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { noticesQuery } from '../notices-query.ts'

const loadList = makeImport(() => import('./bell-list.tsx'))
const BellList = makeLatePart(async () => (await loadList()).BellList)
const fetchList = (): void => void loadList().catch(() => {})

/** The bell: the number of unread notices, and their list. */
export function Bell() {
  const { shell } = useFrameMessages()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isUsed, setUsed] = useState(false)
  const unread = useQuery(noticesQuery).data?.unread ?? 0
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={shell.bell(unread)}
        title={shell.notices}
        data-popup-open={isOpen ? '' : undefined}
        className={`${iconButtonStyle} relative`}
        onPointerEnter={fetchList}
        onFocus={fetchList}
        onClick={() => {
          setUsed(true)
          setOpen(!isOpen)
        }}
      >
        <Icon name="bell" className="size-4.5" />
        {unread > 0 && (
          <span className="nums absolute end-0.5 top-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-failed px-1 font-semibold text-[0.6875rem] text-surface leading-none">
            {unread > 99 ? shell.manyNotices : unread}
          </span>
        )}
      </button>
      {isUsed && <BellList button={button} isOpen={isOpen} onOpenChange={setOpen} />}
    </>
  )
}
