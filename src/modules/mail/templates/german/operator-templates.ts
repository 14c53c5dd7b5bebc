import { partsFromText } from '../template-from-text.ts'

/** Mails about the installation in German: to the people who run it, and from them to users. */
export const germanOperatorTemplates = {
  'alert-raised': partsFromText(
    'Posthorn meldet ({{severity}}): {{kind}}',
    `Hallo {{name}},

Posthorn bei {{url}} meldet:

{{message}}

In der Verwaltung kannst du sagen, dass du dich kümmerst, und wählen, welche Warnungen du per Mail bekommst.
`,
  ),
  'alert-closed': partsFromText(
    'Posthorn meldet Entwarnung ({{severity}}): {{kind}}',
    `Hallo {{name}},

Posthorn bei {{url}} meldet, dass dies vorbei ist:

{{message}}

Du musst nichts mehr tun.
`,
  ),
  'ticket-answered': partsFromText(
    'Deine Meldung zu {{subject}}',
    `Hallo {{name}},

du hast bei Posthorn ({{url}}) ein Problem mit {{subject}} gemeldet. Die Antwort:

{{answer}}
`,
  ),
} as const
