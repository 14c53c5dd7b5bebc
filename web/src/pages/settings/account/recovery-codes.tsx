import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'

interface CodesProps {
  readonly codes: readonly string[]
  readonly onKept: () => void
}

/** Shows recovery codes until the user says that they are kept. */
export function RecoveryCodes({ codes, onKept }: CodesProps) {
  const { settings } = useMessages()
  return (
    <Card
      title={settings.factor.title}
      lead={settings.factor.codesLead}
      actions={
        <Button look="primary" onClick={onKept}>
          {settings.factor.kept}
        </Button>
      }
    >
      <CopyField label={settings.factor.codes} value={codes.join('\n')} />
    </Card>
  )
}
