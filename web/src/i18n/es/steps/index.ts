import type { AreaMessages } from '../../en/index.ts'

export const steps: AreaMessages['steps'] = {
  label: 'Pasos',
  status: { approved: 'Aprobado', rejected: 'Rechazado', current: 'Siguiente', later: 'Después' },
  canApprove: (names) => `Puede aprobar ahora: ${names}.`,
  submit: (names, step) =>
    step === undefined ? `Pueden aprobar: ${names}.` : `Primera aprobación: ${step} (${names}).`,
  more: (count) => `${count} más`,
  noOne: 'Nadie puede aprobar esta publicación. Pide a un administrador que añada a alguien que no la haya escrito.',
  leftToOwner: 'Nadie más de este paso puede.',
  settings: {
    title: 'Aprobaciones',
    lead: 'Nada se publica hasta que lo aprueben suficientes personas. Cualquier cambio exige aprobar de nuevo.',
    count: 'Aprobaciones necesarias',
    countHint: 'Pon 0 para desactivar las aprobaciones.',
    role: 'Rol mínimo para aprobar',
    stepsRole: 'Rol mínimo para cambiar los pasos',
    replies: 'Respuestas de la bandeja que esperan aprobación',
    repliesThat: { none: 'Ninguna', programs: 'Las de claves de API y apps', all: 'Todas' },
    left: 'Alguien que ya no puede aprobar',
    inSteps: 'Aprobar por pasos',
    inStepsHint: 'En cada paso aprueba una persona, en este orden. Nadie aprueba dos pasos.',
    step: (no) => `Paso ${no}`,
    stepName: 'Nombre',
    stepNames: ['Equipo', 'Cliente'],
    stepRoles: 'Roles que pueden aprobar',
    stepPeople: 'Miembros que pueden aprobar',
    add: 'Añadir paso',
    remove: (name) => `Quitar ${name}`,
    move: { up: (name) => `Subir ${name}`, down: (name) => `Bajar ${name}` },
    moved: (name, no, total) => `${name} es el paso ${no} de ${total}.`,
    willWait: (count) =>
      count === 0
        ? 'No hay publicaciones programadas. Las nuevas esperarán la aprobación.'
        : count === 1
          ? 'Una publicación programada esperará la aprobación y solo saldrá a su hora si la recibe.'
          : `${count} publicaciones programadas esperarán la aprobación y solo saldrán a su hora si la reciben.`,
    changed:
      'Las publicaciones programadas conservan las aprobaciones de los pasos que quedan. Los pasos nuevos también deben aprobarlas.',
    turnedOff: 'Las publicaciones que esperan aprobación se publicarán a su hora.',
  },
}
