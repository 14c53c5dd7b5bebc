import type { Messages } from '../en/index.ts'

export const home: Messages['home'] = {
  title: 'Start',
  starter: {
    title: 'In drei Schritten zum ersten Beitrag',
    connect: 'Konto verbinden',
    connectLead: 'Wähle ein Netzwerk. In der Sandbox genügt ein Klick.',
    write: 'Beitrag schreiben',
    writeLead: 'Ein Text, für jedes Netzwerk angepasst.',
    watch: 'Beim Veröffentlichen zusehen',
    watchLead: 'Jedes Netzwerk zeigt jeden Schritt, live.',
    dismiss: 'Schritte ausblenden',
  },
  needsYou: 'Braucht dich',
  allNeedy: 'Alle, die dich brauchen',
  allWell: 'Alles in Ordnung. Nichts braucht dich.',
  onTime: 'pünktlich',
  late: (time) => `${time} zu spät`,
  week: 'Letzte 7 Tage',
  allNumbers: 'Alle Zahlen',
  next: 'Als Nächstes',
  nothingNext: 'Nichts ist geplant.',
  recent: 'Gerade veröffentlicht',
  nothingRecent: 'Noch wurde nichts veröffentlicht.',
}
