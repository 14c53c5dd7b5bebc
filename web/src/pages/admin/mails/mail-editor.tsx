import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { SaveButton } from '#web/ui/form/save-button.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { UserName } from '../parts/user-name.tsx'
import { MailPreview } from './mail-preview.tsx'
import { nameOfMail, type Parts, readWords, type Template, useResetMail, useSaveMail } from './use-mails.ts'

interface EditorProps {
  readonly template: Template
  readonly mayAct: boolean
}

/** Edits an email, with a preview of how it will arrive. */
export function MailEditor({ template, mayAct }: EditorProps) {
  const messages = useMessages('admin')
  const words = messages.admin.mails
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { name, variables, isChanged, updatedAt, updatedBy } = template
  const original = readWords(template)
  const [parts, setParts] = useState<Parts>(original.parts)
  const save = useSaveMail(name)
  const reset = useResetMail(name)
  const write = (part: keyof Parts) => (event: { readonly target: { readonly value: string } }) =>
    setParts({ ...parts, [part]: event.target.value })
  const isWritten = (['subject', 'text', 'html'] as const).some((part) => parts[part] !== original.parts[part])
  const language = isWritten ? undefined : original.language
  const error = save.error ?? reset.error
  const hasPlace = ['/subject', '/text', '/html'].some((place) => faultOf(save.error, place))
  return (
    <>
      <Link
        to="/p/$profileId/admin/mails"
        params={{ profileId }}
        search={{}}
        className="-my-2 flex min-h-11 w-fit items-center gap-1 text-ink-2 underline-offset-4 hover:underline sm:min-h-8"
      >
        <Icon name="chevron" className="size-4 rotate-90 rtl:-rotate-90" />
        {words.all}
      </Link>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // The built-in text is sent in each reader's language until someone writes another.
          if (isWritten || isChanged) save.mutate(parts)
        }}
      >
        <Card
          title={nameOfMail(name, messages)}
          lead={
            <>
              {words.variables} <Variables names={variables} />
              {!isChanged && <span className="mt-1 block">{words.inEachLanguage}</span>}
            </>
          }
          actions={
            mayAct && (
              <>
                {updatedAt && updatedBy && (
                  <span className="me-auto text-ink-3 text-sm">
                    {words.changedBy(formatDistance(updatedAt))} <UserName uid={updatedBy} />
                  </span>
                )}
                <TestMailButton name={name} isWritten={isWritten} />
                {isChanged && (
                  <Button
                    variant="quiet"
                    isBusy={reset.isPending}
                    onClick={() => reset.mutate(undefined, { onSuccess: (built) => setParts(readWords(built).parts) })}
                  >
                    {words.builtIn}
                  </Button>
                )}
                <SaveButton isBusy={save.isPending} isDone={save.isSuccess && !isWritten} />
              </>
            )
          }
        >
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2">
            <fieldset disabled={!mayAct} className="grid min-w-0 content-start gap-4">
              <Field
                label={words.subject}
                required
                dir="auto"
                lang={language}
                value={parts.subject}
                onChange={write('subject')}
                error={faultOf(save.error, '/subject')}
              />
              <TextArea
                label={words.text}
                hint={words.textHint}
                required
                dir="auto"
                lang={language}
                value={parts.text}
                onChange={write('text')}
                error={faultOf(save.error, '/text')}
              />
              <TextArea
                label={words.html}
                required
                dir="auto"
                lang={language}
                spellCheck={false}
                className="font-mono text-sm"
                value={parts.html}
                onChange={write('html')}
                error={faultOf(save.error, '/html')}
              />
              {error && !hasPlace && <ProblemBanner error={error} />}
            </fieldset>
            <MailPreview name={name} parts={parts} language={language} />
          </div>
        </Card>
      </form>
    </>
  )
}

function Variables({ names }: { readonly names: readonly string[] }) {
  return names.map((name) => (
    <code key={name} className="me-2 whitespace-nowrap rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-ink-2 text-xs">
      {`{{${name}}}`}
    </code>
  ))
}

/** The emails that the service can send as a test. All others need a preceding event. */
const senders: Readonly<Record<string, () => Promise<{ readonly to: string }>>> = {
  welcome: () => api.sendTestWelcome(),
  goodbye: () => api.sendTestGoodbye(),
}

interface TestMailProps {
  readonly name: string
  /** True if the form differs from the saved version, which is the one that is sent. */
  readonly isWritten: boolean
}

/** Sends the email to the user who clicks. */
function TestMailButton({ name, isWritten }: TestMailProps) {
  const words = useMessages('admin').admin.mails
  const send = senders[name]
  const sending = useMutation({
    mutationFn: async () => await send?.(),
    onSuccess: (sent) => sent && tell({ title: words.sent(sent.to) }),
    onError: (error) => tellFailure(words.notSent, error),
  })
  if (!send) return null
  return (
    <Button
      isBusy={sending.isPending}
      disabled={isWritten}
      title={isWritten ? words.saveFirst : undefined}
      onClick={() => sending.mutate()}
    >
      {words.send}
    </Button>
  )
}
