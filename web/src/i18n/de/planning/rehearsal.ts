import type { Messages } from '../../en/index.ts'

export const rehearsal: Messages['rehearsal'] = {
  open: 'Die Woche proben',
  title: 'Probe',
  lead: 'Was aus deinem Plan wird, bevor es geschieht. Nichts wird gesendet.',
  span: 'Tage der Probe',
  days: (count) => (count === 1 ? '1 Tag' : `${count} Tage`),
  empty: 'In diesen Tagen ist nichts geplant',
  emptyLead: 'Plane einen Beitrag, und sieh hier, wann er erscheint und was ihm im Weg steht.',
  verdicts: { on_time: 'Pünktlich', later: 'Später', stopped: 'Würde nicht erscheinen' },
  goesOut: (when) => `Erscheint ${when}`,
  ends: (when) =>
    `Die Anmeldung dieses Kontos endet ${when}, der Beitrag würde also warten. Verbinde es vorher noch einmal.`,
  more: 'In diesen Tagen sind noch mehr Beiträge geplant. Die ersten 200 werden gezeigt.',
  limits:
    'Berechnet aus den Grenzen der Netzwerke, dem schon Veröffentlichten und deinen Konten, wie sie jetzt sind. Dass ein Netzwerk ausfällt oder ablehnt, lässt sich nicht vorhersehen.',
}
