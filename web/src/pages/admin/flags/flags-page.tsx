import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Card } from '#web/ui/card.tsx'
import { ChoiceList } from '#web/ui/form/choice-list.tsx'
import { SaveButton } from '#web/ui/form/save-button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { useIsAdmin } from '../parts/use-is-admin.ts'
import { UserName } from '../parts/user-name.tsx'
import { type Audience, AudienceFields, readAudience, writeAudience } from './audience-fields.tsx'
import { type Flag, sayFlag, useChangeFlag, useFlags } from './use-flags.ts'

/** Turns features on and off, for everyone or for some users. */
export function AdminFlagsPage() {
  const mayAct = useIsAdmin()
  const read = useFlags()
  return (
    <AdminFrame tab="flags">
      {read.error && <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />}
      {!read.data && !read.error && <Loading />}
      {read.data?.map((flag) => (
        <FlagCard key={flag.key} flag={flag} mayAct={mayAct} />
      ))}
    </AdminFrame>
  )
}

interface CardProps {
  readonly flag: Flag
  readonly mayAct: boolean
}

/** One flag: what it enables, and for whom. */
export function FlagCard({ flag, mayAct }: CardProps) {
  const messages = useMessages('admin')
  const words = messages.admin.flags
  const { key, updatedAt, updatedBy } = flag
  const { name, about } = sayFlag(flag, messages)
  const stored = readAudience(flag)
  const [audience, setAudience] = useState(stored)
  const change = useChangeFlag(key)
  const isChanged = JSON.stringify(audience) !== JSON.stringify(stored)
  const namesNobody = audience?.reach === 'some' && audience.users.length === 0 && audience.percentage === null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (audience) change.mutate(writeAudience(audience))
      }}
    >
      <Card
        title={name}
        lead={
          <>
            {about} <code className="whitespace-nowrap font-mono text-xs">{key}</code>
          </>
        }
        actions={
          (mayAct || updatedAt) && (
            <>
              {updatedAt && updatedBy && (
                <span className="me-auto text-ink-3 text-sm">
                  {words.changed(formatDistance(updatedAt))} <UserName uid={updatedBy} />
                </span>
              )}
              {mayAct && audience && !namesNobody && (
                <SaveButton isBusy={change.isPending} isDone={change.isSuccess && !isChanged} />
              )}
            </>
          )
        }
      >
        {audience ? (
          <Fields audience={audience} onChange={setAudience} isOff={!mayAct} />
        ) : (
          <>
            <p className="text-ink-2">{words.byApi}</p>
            <pre className="overflow-x-auto rounded-md bg-sunken p-3 font-mono text-sm">
              {JSON.stringify(flag.rules, null, 2)}
            </pre>
          </>
        )}
        {change.error && <ProblemBanner error={change.error} />}
      </Card>
    </form>
  )
}

interface FieldsProps {
  readonly audience: Audience
  readonly onChange: (audience: Audience) => void
  readonly isOff: boolean
}

function Fields({ audience, onChange, isOff }: FieldsProps) {
  const words = useMessages('admin').admin.flags
  return (
    <fieldset disabled={isOff} className="grid min-w-0 gap-4">
      <ChoiceList
        label={words.onFor}
        value={audience.reach}
        onChange={(reach) => onChange({ ...audience, reach })}
        options={words.reach}
      />
      {audience.reach === 'some' && <AudienceFields audience={audience} onChange={onChange} />}
    </fieldset>
  )
}
