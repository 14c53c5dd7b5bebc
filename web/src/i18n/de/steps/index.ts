import type { AreaMessages } from '../../en/index.ts'

export const steps: AreaMessages['steps'] = {
  label: 'Stufen',
  status: { approved: 'Freigegeben', rejected: 'Abgelehnt', current: 'Als Nächstes', later: 'Später' },
  canApprove: (names) => `Freigeben kann jetzt: ${names}.`,
  submit: (names, step) =>
    step === undefined ? `Freigeben können: ${names}.` : `Zuerst gibt frei: ${step} (${names}).`,
  more: (count) => `${count} weitere`,
  noOne:
    'Niemand kann diesen Beitrag freigeben. Bitte einen Admin, jemanden hinzuzufügen, der ihn nicht geschrieben hat.',
  leftToOwner: 'Sonst kann es in dieser Stufe niemand.',
  settings: {
    title: 'Freigaben',
    lead: 'Beiträge erscheinen erst, wenn genug Personen sie freigegeben haben. Nach jeder Änderung ist eine neue Freigabe nötig.',
    count: 'Erforderliche Freigaben',
    countHint: 'Mit 0 schaltest du Freigaben aus.',
    role: 'Mindestrolle für Freigaben',
    stepsRole: 'Mindestrolle, um die Stufen zu ändern',
    replies: 'Antworten im Posteingang, die auf Freigabe warten',
    repliesThat: { none: 'Keine', programs: 'Die von API-Schlüsseln und Apps', all: 'Alle' },
    left: 'Jemand, der nicht mehr freigeben kann',
    inSteps: 'In Stufen freigeben',
    inStepsHint: 'Je Stufe gibt eine Person frei, in dieser Reihenfolge. Niemand gibt zwei Stufen frei.',
    step: (no) => `Stufe ${no}`,
    stepName: 'Name',
    stepNames: ['Redaktion', 'Kundschaft'],
    stepRoles: 'Rollen, die freigeben können',
    stepPeople: 'Mitglieder, die freigeben können',
    add: 'Stufe hinzufügen',
    remove: (name) => `${name} entfernen`,
    move: { up: (name) => `${name} nach oben`, down: (name) => `${name} nach unten` },
    moved: (name, no, total) => `${name} ist Schritt ${no} von ${total}.`,
    willWait: (count) =>
      count === 0
        ? 'Kein Beitrag ist geplant. Neue warten dann auf die Freigabe.'
        : count === 1
          ? 'Ein geplanter Beitrag wartet dann auf die Freigabe und erscheint nur mit ihr pünktlich.'
          : `${count} geplante Beiträge warten dann auf die Freigabe und erscheinen nur mit ihr pünktlich.`,
    changed: 'Geplante Beiträge behalten die Freigaben der Stufen, die bleiben. Neue Stufen müssen sie auch freigeben.',
    turnedOff: 'Beiträge, die auf eine Freigabe warten, erscheinen dann zu ihrer Zeit.',
  },
}
