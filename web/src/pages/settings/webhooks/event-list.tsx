import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckList } from '#web/ui/form/check-list.tsx'

interface ListProps {
  readonly value: readonly string[]
  readonly onChange: (events: readonly string[]) => void
}

/** The events that a webhook receives. */
export function EventList({ value, onChange }: ListProps) {
  const { webhooks } = useMessages()
  // A test is sent whether or not it is selected.
  const { 'webhook.test': _, ...names } = webhooks.names
  return (
    <>
      <CheckList label={webhooks.events} value={value} onChange={onChange} options={names} />
      <Button className="justify-self-start" onClick={() => onChange(Object.keys(names))}>
        {webhooks.chooseAll}
      </Button>
    </>
  )
}
