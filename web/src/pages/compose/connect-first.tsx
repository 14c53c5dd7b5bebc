import { Link, useNavigate } from '@tanstack/react-router'
import { useRights } from '#web/app/rights/rights.ts'
import { isBlank } from '#web/compose/draft/draft.ts'
import type { DraftEditor } from '#web/compose/saving/draft-editor.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { buttonStyle, linkStyle } from '#web/ui/button.tsx'
import { noteLeftToConnect } from './first-accounts.ts'

interface FirstProps {
  readonly profileId: string
  readonly editor: DraftEditor
}

/** Takes the place of the accounts while the profile has none: what works already, and how to connect one. */
export function ConnectFirst({ profileId, editor }: FirstProps) {
  const { writing } = useMessages()
  const { mayManage } = useRights()
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2" data-field="accounts">
      <span className="grid size-10 shrink-0 place-items-center rounded-full border border-line-2 border-dashed text-ink-3">
        <Icon name="plug" className="size-4.5" />
      </span>
      <p className="min-w-0 flex-1 basis-48 text-ink-2">{mayManage ? writing.connectFirst : writing.connectAsked}</p>
      <ConnectLink profileId={profileId} editor={editor} />
    </div>
  )
}

interface LinkProps extends FirstProps {
  /** True for a link in a sentence. */
  readonly isText?: boolean
}

/** Leads to the page that connects accounts. The draft is saved first, so that the way back finds it. */
export function ConnectLink({ profileId, editor, isText = false }: LinkProps) {
  const { connections } = useMessages()
  const navigate = useNavigate()
  const { mayManage } = useRights()
  if (!mayManage) return null
  const leave = async () => {
    await editor.flush()
    const { base, draft } = editor.view.read()
    if (!isBlank(draft)) noteLeftToConnect(profileId, base?.id ?? '')
    await navigate({ to: '/p/$profileId/connections', params: { profileId } })
  }
  return (
    <Link
      to="/p/$profileId/connections"
      params={{ profileId }}
      className={isText ? `${linkStyle} inline-block min-h-6 text-base` : `${buttonStyle('plain')} max-sm:ms-13`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void leave()
      }}
    >
      {connections.add}
    </Link>
  )
}
