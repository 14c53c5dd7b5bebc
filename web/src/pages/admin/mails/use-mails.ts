import type { Item, Result } from '@posthorn/sdk'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { api } from '#web/app/api.ts'
import { currentLanguage, type Messages } from '#web/i18n/index.ts'

export type Template = Item<'listEmailTemplates', 'templates'>
export type Parts = Pick<Template, 'subject' | 'text' | 'html'>

const key = ['admin-mails']

export const useMails = () => useQuery({ queryKey: key, queryFn: () => api.listEmailTemplates() })

type MailName = keyof Messages['admin']['mails']['names']

const isKnown = (name: string, { admin }: Messages): name is MailName => Object.hasOwn(admin.mails.names, name)

/** Says when a mail is sent. One that a newer service has shows its name. */
export const nameOfMail = (name: string, messages: Messages): string =>
  isKnown(name, messages) ? messages.admin.mails.names[name] : name

/** Rewrites a template. */
export function useSaveMail(name: string) {
  const show = useShow()
  return useMutation({ mutationFn: (parts: Parts) => api.saveEmailTemplate({ name, ...parts }), onSuccess: show })
}

/** Brings the built-in template back. */
export function useResetMail(name: string) {
  const show = useShow()
  return useMutation({ mutationFn: () => api.resetEmailTemplate({ name }), onSuccess: show })
}

/** Puts a template as the service answered into the list. */
function useShow() {
  const queries = useQueryClient()
  return (template: Template) =>
    queries.setQueryData<Result<'listEmailTemplates'>>(
      key,
      (list) =>
        list && {
          ...list,
          templates: list.templates.map((one) => (one.name === template.name ? template : one)),
        },
    )
}

/** Shows the mail with sample data, while it is written. */
export function useMailPreview(name: string, parts: Parts) {
  const wanted = useDeferredValue(parts)
  return useQuery({
    queryKey: [...key, 'preview', name, wanted],
    queryFn: wanted.subject === '' ? skipToken : () => api.previewEmailTemplate({ name, ...wanted }),
    retry: false,
  })
}

interface Words {
  readonly parts: Parts
  /** Undefined for the words of an administrator, which may be in any language. */
  readonly language: string | undefined
}

/** Reads the words of a mail: those of an administrator, or the built-in ones in the language of the page. */
export function readWords({ subject, text, html, isChanged, translations }: Template): Words {
  const own = { subject, text, html }
  if (isChanged) return { parts: own, language: undefined }
  const language = currentLanguage()
  const translated = translations[language]
  return translated ? { parts: translated, language } : { parts: own, language: 'en' }
}
