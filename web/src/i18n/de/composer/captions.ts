import type { Messages } from '../../en/index.ts'

export const captions: Messages['captions'] = {
  open: 'Textvorschläge',
  title: 'Ein Text für jedes Netzwerk',
  lead: 'Beschreibe den Beitrag einmal. Du bekommst einen Text für jedes Netzwerk und nimmst, was dir gefällt.',
  about: 'Worum geht es?',
  tone: 'Ton',
  tones: { neutral: 'Sachlich', casual: 'Locker', professional: 'Geschäftlich', playful: 'Verspielt' },
  propose: 'Texte vorschlagen',
  again: 'Neu vorschlagen',
  accept: 'Diesen Text verwenden',
  acceptAll: 'Alle verwenden',
  taken: 'Verwendet',
  length: (count, max) => `${count} von ${max}`,
  writtenBy: {
    rules: 'Geschrieben nach festen Regeln dieser Installation.',
    ai: 'Geschrieben vom KI-Anbieter dieser Installation.',
  },
  quota: (left, until) => `Noch ${left} bis ${until}.`,
}
