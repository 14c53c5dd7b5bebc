import type { Messages } from '../../en/index.ts'

export const example: Messages['example'] = {
  use: 'Ein Beispiel verwenden',
  texts: [
    'Guten Morgen! Die Bäckerei öffnet um sechs, und die ersten Brote sind noch warm.',
    'Frische Brötchen ab sieben. Komm früh, um neun sind sie weg.',
    'Am Wochenende öffnet die Terrasse: Kaffee im Freien, mit Blick auf die Hügel.',
  ],
  alt: 'Eine Zeichnung: Die Sonne geht über grünen Hügeln auf.',
}
