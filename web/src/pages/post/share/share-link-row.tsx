import { WritersOnly } from '#web/app/rights/only.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import type { ShareLink } from './share-queries.ts'

interface RowProps {
  readonly link: ShareLink
  readonly isBusy: boolean
  readonly onRevoke: () => void
}

/** A link, how often it was seen, and the way to end it. */
export function ShareLinkRow({ link: { url, views, comments, expiresAt }, isBusy, onRevoke }: RowProps) {
  const { sharing } = useMessages()
  const facts = [
    sharing.views(views),
    comments ? sharing.withComments : sharing.withoutComments,
    expiresAt ? sharing.until(formatDayAndTime(expiresAt)) : sharing.forGood,
  ]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <CopyField label={sharing.link} value={url} />
      <p className="flex flex-wrap items-center justify-between gap-2 text-ink-3 text-sm">
        {facts.join(' · ')}
        <WritersOnly>
          <Button look="quiet" isBusy={isBusy} onClick={onRevoke}>
            {sharing.revoke}
          </Button>
        </WritersOnly>
      </p>
    </li>
  )
}
