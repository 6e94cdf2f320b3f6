import './area.css';
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Schemas } from '../../api/api.js';
import { ApiProblem } from '../../api/problem.js';
import { useApp } from '../../app/app.js';
import { Icon } from '../../design/icon.js';
import { TextField } from '../../forms/fields.js';
import { Form } from '../../forms/form.js';
import { type Submission, useSubmission } from '../../forms/submission.js';
import { DataTable } from '../../tables/data-table.js';
import { AreaDraft, type AreaText } from './area-draft.js';
import { AreaMap } from './area-map.js';
import type { Tool } from './drawing.js';
import { cornersText, EMPTY_POLYGON, faultOf, geometryOf, type Outline, readCorners, readPosition } from './outline.js';

type Area = Schemas['Area'];
const TIMES = ['dwellSeconds', 'absentSeconds', 'confirmSeconds'] as const;

/** Draws and describes an area. If somebody else has changed it meanwhile, both versions are shown and the drawing is not lost. */
export function AreaEditor({ area, close, done }: { area: Area | undefined; close: () => void; done: () => Promise<void> }) {
  const { words, api, workspace, notices } = useApp();
  const { areas } = words.value.administration;
  const draft = useMemo(() => new AreaDraft(area), []);
  const tool = useSignal<Tool>(area === undefined ? 'polygon' : 'none');
  const revision = useSignal(area?.revision);
  const theirs = useSignal<Area | undefined>(undefined);
  const submission = useSubmission(['/name', '/category', '/floor', '/dwellSeconds', '/absentSeconds', '/confirmSeconds', '/geometry']);
  const text = (name: AreaText, hint?: string) => (
    <TextField
      key={name}
      label={areas.texts[name]}
      hint={hint}
      pointer={`/${name}`}
      submission={submission}
      value={draft.texts[name]}
      type={(TIMES as readonly string[]).includes(name) ? 'number' : 'text'}
      required={name === 'name'}
    />
  );
  const path = { groupID: workspace.id, areaId: area?.areaId ?? '' };
  const save = async (): Promise<void> => {
    const fault = faultOf(draft.outline.peek());
    if (fault !== undefined) return submission.refuse('/geometry', areas.faults[fault]);
    theirs.value = undefined;
    const sent = await submission.send(async () => {
      const body = draft.content();
      if (area === undefined) await api.POST('/groups/{groupID}/areas', { params: { path: { groupID: workspace.id } }, body });
      else
        await api
          .PUT('/groups/{groupID}/areas/{areaId}', { params: { path }, body, headers: { 'If-Match': `"${revision.peek()}"` } })
          .catch(async (error: unknown) => {
            if (error instanceof ApiProblem && error.kind === 'revision-conflict')
              theirs.value = (await api.GET('/groups/{groupID}/areas/{areaId}', { params: { path } })).data;
            throw error;
          });
    });
    if (!sent) return;
    notices.info(areas.saved(draft.texts.name.peek()));
    close();
    await done();
  };
  const stored = theirs.value;
  return (
    <section class="card stack" aria-labelledby="area-editor">
      <div class="spread">
        <h2 id="area-editor">{area === undefined ? areas.draw : areas.editOf(area.name)}</h2>
        <button class="icon-button" aria-label={words.value.app.close} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <div class="area-editor">
        <AreaMap outline={draft.outline} tool={tool}>
          <Tools draft={draft} tool={tool} />
        </AreaMap>
        <Form submission={submission} submit={words.value.app.save} send={save} cancel={close}>
          {text('name')}
          {text('category')}
          {text('floor', areas.floorHint)}
          <Shape draft={draft} submission={submission} />
          <details>
            <summary>{areas.times}</summary>
            <div class="stack">{TIMES.map((name) => text(name, areas.timeHints[name]))}</div>
          </details>
          {stored !== undefined && (
            <Conflict
              mine={draft}
              theirs={stored}
              takeTheirs={() => {
                draft.take(stored);
                revision.value = stored.revision;
                theirs.value = undefined;
              }}
              keepMine={() => {
                revision.value = stored.revision;
                theirs.value = undefined;
                void save();
              }}
            />
          )}
        </Form>
      </div>
    </section>
  );
}

function Tools({ draft, tool }: { draft: AreaDraft; tool: { value: Tool } }) {
  const { words } = useApp();
  const { areas } = words.value.administration;
  const outline = draft.outline.value;
  const begin = (next: Tool): void => {
    draft.outline.value = next === 'circle' ? { is: 'circle', center: undefined, radius: undefined } : EMPTY_POLYGON;
    tool.value = next;
  };
  const drawing = tool.value === 'polygon' && outline.is === 'polygon';
  return (
    <>
      <button type="button" aria-pressed={tool.value === 'polygon'} onClick={() => begin('polygon')}>
        {areas.polygon}
      </button>
      <button type="button" aria-pressed={tool.value === 'circle'} onClick={() => begin('circle')}>
        {areas.circle}
      </button>
      {drawing && outline.corners.length > 0 && (
        <button type="button" onClick={() => (draft.outline.value = { ...outline, corners: outline.corners.slice(0, -1) })}>
          {areas.undoCorner}
        </button>
      )}
      {drawing && outline.corners.length >= 3 && (
        <button type="button" class="primary" onClick={() => (tool.value = 'none')}>
          {areas.closeShape}
        </button>
      )}
      <p class="area-note" role="status">
        {tool.value === 'polygon'
          ? areas.clickCorners
          : tool.value === 'circle'
            ? outline.is === 'circle' && outline.center !== undefined
              ? areas.clickRadius
              : areas.clickCentre
            : areas.dragHandles}
      </p>
    </>
  );
}

/** The text typed for an outline; a newer outline, drawn or loaded, takes precedence. */
interface Typed {
  of: Outline;
  corners?: string;
  centre?: string;
  radius?: string;
  /** The unreadable part of the text. */
  unread?: string;
}

/** The shape as text. A readable text is drawn on the map when the field loses focus, and a drawn outline is written here. */
function Shape({ draft, submission }: { draft: AreaDraft; submission: Submission }) {
  const { words } = useApp();
  const { areas } = words.value.administration;
  const typed = useSignal<Typed | undefined>(undefined);
  const outline = draft.outline.value;
  const now = typed.value?.of === outline ? typed.value : undefined;
  const type = (text: Omit<Typed, 'of'>): void => {
    const [of, before] = [draft.outline.peek(), typed.peek()];
    typed.value = { ...(before?.of === of && before), ...text, of };
  };
  if (outline.is === 'several') return <p class="hint">{areas.several}</p>;
  const crossing = faultOf(outline) === 'crosses' ? areas.faults.crosses : undefined;
  const fault = now?.unread || submission.faultAt('/geometry') || crossing;
  const ariaProps = { 'aria-invalid': fault !== undefined && fault !== '', 'aria-describedby': 'shape-status' };
  const centre = now?.centre ?? (outline.is === 'circle' && outline.center !== undefined ? cornersText([outline.center]) : '');
  const radius = now?.radius ?? (outline.is === 'circle' && outline.radius !== undefined ? String(outline.radius) : '');
  const readCircle = (text: { centre: string; radius: string }): void => {
    const center = readPosition(text.centre);
    const metres = Number(text.radius);
    if (center === undefined) type({ unread: areas.notAPosition });
    else draft.outline.value = { is: 'circle', center, radius: metres > 0 ? metres : undefined };
  };
  return (
    <div class="stack">
      {outline.is === 'polygon' ? (
        <label class="field">
          {areas.corners}
          <textarea
            {...ariaProps}
            rows={6}
            spellcheck={false}
            class="secret"
            value={now?.corners ?? cornersText(outline.corners)}
            onInput={({ currentTarget }) => type({ corners: currentTarget.value })}
            onBlur={({ currentTarget }) => {
              const read = readCorners(currentTarget.value);
              if ('line' in read) type({ unread: areas.wrongLine(read.line) });
              else draft.outline.value = { ...outline, corners: read.corners };
            }}
          />
        </label>
      ) : (
        <div class="pair">
          <label class="field">
            {areas.centre}
            <input
              {...ariaProps}
              value={centre}
              onInput={({ currentTarget }) => type({ centre: currentTarget.value })}
              onBlur={({ currentTarget }) => readCircle({ centre: currentTarget.value, radius })}
            />
          </label>
          <label class="field">
            {areas.radius}
            <input
              {...ariaProps}
              type="number"
              min={1}
              step="any"
              value={radius}
              onInput={({ currentTarget }) => type({ radius: currentTarget.value })}
              onBlur={({ currentTarget }) => readCircle({ centre, radius: currentTarget.value })}
            />
          </label>
        </div>
      )}
      <p id="shape-status" role="status" class={fault ? 'fault' : 'hint'}>
        {fault ||
          (outline.is === 'polygon'
            ? outline.holes.length > 0
              ? areas.holesKept(outline.holes.length)
              : areas.cornersHint
            : areas.centreHint)}
      </p>
    </div>
  );
}

function Conflict({ mine, theirs, takeTheirs, keepMine }: { mine: AreaDraft; theirs: Area; takeTheirs: () => void; keepMine: () => void }) {
  const { words, format } = useApp();
  const { areas } = words.value.administration;
  const content = mine.content();
  const names = ['name', 'category', 'floor', ...TIMES] as const;
  const differing = names.filter((name) => String(content[name] ?? '') !== String(theirs[name] ?? ''));
  const otherShape = JSON.stringify(geometryOf(mine.outline.peek())) !== JSON.stringify(theirs.geometry);
  return (
    <div class="warning-box stack" role="alert">
      <p>{areas.conflict(format.value.time(Date.parse(theirs.updatedAt)))}</p>
      <DataTable
        caption={areas.conflictTable}
        captionHidden
        head={[areas.what, areas.mine, areas.theirs]}
        empty=""
        rows={[
          ...differing.map((name) => ({
            key: name,
            cells: [areas.texts[name], String(content[name] ?? '–'), String(theirs[name] ?? '–')],
          })),
          ...(otherShape ? [{ key: 'shape', cells: [areas.shape, areas.asDrawn, areas.another] }] : []),
        ]}
      />
      <div class="row">
        <button type="button" onClick={takeTheirs}>
          {areas.takeTheirs}
        </button>
        <button type="button" class="danger" onClick={keepMine}>
          {areas.keepMine}
        </button>
      </div>
    </div>
  );
}
