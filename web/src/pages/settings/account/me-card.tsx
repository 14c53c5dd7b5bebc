import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { keepUtc } from '#web/app/kept-utc.ts'
import { rememberUser } from '#web/app/session.ts'
import { chooseLanguage, isLanguage, languages, useMessages } from '#web/i18n/index.ts'
import { timeZones } from '#web/lib/time-zones.ts'
import { FormCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { SaveButton } from '#web/ui/form/save-button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { PhotoField } from '../photo-field.tsx'
import type { Me } from '../use-brand.ts'

/** Changes the user's name, time zone and language. The pages switch language immediately. */
export function MeCard({ me }: { readonly me: Me }) {
  const { settings } = useMessages()
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (form: FormData) =>
      api.updateMe({
        name: String(form.get('name')),
        timezone: String(form.get('timezone')),
        locale: String(form.get('locale')),
      }),
    onSuccess: async (saved) => {
      if (saved.timezone === 'UTC') keepUtc(saved.uid)
      rememberUser(saved)
      queries.setQueryData(['me'], saved)
      if (isLanguage(saved.locale) && saved.locale !== me.locale) await chooseLanguage(saved.locale)
    },
  })
  return (
    <FormCard
      title={settings.me.title}
      lead={settings.me.lead}
      onSave={save.mutate}
      actions={<SaveButton isBusy={save.isPending} isDone={save.isSuccess} />}
    >
      <PhotoField
        name={me.name}
        url={me.avatarUrl}
        save={(file) => (file ? api.setMyAvatar({ file }) : api.updateMe({ avatar: null }))}
        onSaved={async (saved) => {
          rememberUser(saved)
          queries.setQueryData(['me'], saved)
          await queries.invalidateQueries({ queryKey: ['members'] })
        }}
      />
      <Field
        label={settings.me.name}
        name="name"
        autoComplete="name"
        required
        defaultValue={me.name}
        error={faultOf(save.error, '/name')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={settings.timeZone}
          name="timezone"
          defaultValue={me.timezone}
          options={timeZones(me.timezone)}
        />
        <SelectField
          label={settings.me.language}
          name="locale"
          defaultValue={me.locale}
          options={isLanguage(me.locale) ? languages : { [me.locale]: me.locale, ...languages }}
        />
      </div>
      {save.error && <ProblemBanner error={save.error} />}
    </FormCard>
  )
}
