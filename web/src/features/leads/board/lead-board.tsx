import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { CSS } from '@dnd-kit/utilities';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { LeadConfig, LeadRow } from '@/api/types';
import { day, integer, phone } from '@/shared/lib/format';
import { StateMark } from '@/shared/ui/state-mark';
import { toast } from '@/shared/ui/toasts/toast-store';
import { leadConfigQuery } from '../create/lead-lookups';
import { leadPageQuery } from '../list/lead-list';
import { changed, type LeadSearch } from '../list/lead-search';
import { useLeadMove } from '../page/lead-work';
import { LeadStatus } from '../status';
import { texts } from '../texts';
import classes from './lead-board.module.css';

const StatusDialog = lazy(() => import('../page/status-dialog'));

type Status = LeadConfig['leadStatuses'][number];

const ended = ['Converted', 'Lost', 'Junk', 'Duplicate'];

/** Statuses in which leads are worked; each is a column. */
export const openStatuses = (statuses: readonly Status[]): readonly Status[] =>
  statuses.filter(({ kind }) => !ended.includes(kind));

/** Leads as cards below their statuses: moved by dragging them, or with Space and the arrow keys. */
export function LeadBoard({ search }: { search: LeadSearch }) {
  const id = useId();
  const statuses = openStatuses(useQuery(leadConfigQuery).data?.leadStatuses ?? []);
  const searches = statuses.map((status) => changed(search, { status: String(status.id), view: undefined }));
  const pages = useQueries({ queries: searches.map(leadPageQuery) });
  const rows = pages.flatMap((page) => page.data?.rows ?? []);
  const move = useLeadMove();
  const [asked, setAsked] = useState<{ lead: LeadRow; status: Status } | null>(null);
  const moved = useRef<number | null>(null);
  // The card is another element in its new column; whoever moved it goes on from there.
  useEffect(() => {
    const card = document.querySelector<HTMLElement>(`[data-lead="${moved.current}"]`);
    if (!card || document.activeElement !== document.body) return;
    card.focus();
    moved.current = null;
  });
  const sensors = useSensors(
    // A press alone is not a drag yet: a finger may only want to scroll, a click to open.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: toNextColumn }),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    const lead = rows.find((row) => row.id === Number(active.id));
    const status = statuses.find((candidate) => candidate.id === Number(over?.id));
    if (!lead || !status || lead.status.id === status.id) return;
    moved.current = lead.id;
    // It asks for a day to come back on.
    if (status.kind === 'Nurturing') setAsked({ lead, status });
    else move.mutate({ lead, move: { statusId: status.id } }, { onError: (error) => toast.error(error.message) });
  };
  return (
    <>
      <DndContext
        id={id}
        sensors={sensors}
        collisionDetection={underPointerOrClosest}
        accessibility={{
          announcements: announcementsOf(rows, statuses),
          screenReaderInstructions: { draggable: texts.moveHelp },
        }}
        onDragEnd={drop}
      >
        <section className={classes.board} aria-label={texts.board}>
          {statuses.map((status, index) => (
            <Column
              key={status.id}
              status={status}
              rows={pages[index]?.data?.rows ?? undefined}
              count={pages[index]?.data?.count ?? undefined}
              isCapped={pages[index]?.data?.countIsCapped === true}
              failure={pages[index]?.isError ? texts.failedTitle : null}
            />
          ))}
        </section>
      </DndContext>
      <Suspense>
        {asked && <StatusDialog lead={asked.lead} to={asked.status.id} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}

type ColumnProps = {
  status: Status;
  rows: readonly LeadRow[] | undefined;
  count: number | undefined;
  isCapped: boolean;
  failure: string | null;
};

function Column({ status, rows, count, isCapped, failure }: ColumnProps) {
  const { setNodeRef, isOver } = useDroppable({ id: status.id });
  const id = useId();
  return (
    <section ref={setNodeRef} className={classes.column} data-over={isOver || undefined} aria-labelledby={id}>
      <h2 id={id} className={classes.head}>
        <LeadStatus status={status} />
        <span className={classes.count}>{count !== undefined && `${integer(count)}${isCapped ? '+' : ''}`}</span>
      </h2>
      {failure && <p role="alert">{failure}</p>}
      <ul className={classes.cards} aria-busy={!rows}>
        {rows?.map((lead) => (
          <Card key={lead.id} lead={lead} />
        ))}
      </ul>
    </section>
  );
}

function Card({ lead }: { lead: LeadRow }) {
  const { attributes, listeners, setNodeRef, transform, isDragging } = useDraggable({ id: lead.id });
  return (
    <li className={classes.card} data-dragging={isDragging || undefined}>
      <button
        type="button"
        ref={setNodeRef}
        className={classes.handle}
        style={{ transform: CSS.Translate.toString(transform) }}
        data-lead={lead.id}
        {...attributes}
        {...listeners}
        aria-label={texts.moveLead(lead.name)}
      >
        <span className={classes.quiet}>{lead.ownerName}</span>
        <span className={classes.quiet}>{phone(lead.phone) || lead.email}</span>
        <span className={classes.foot}>
          {lead.nextFollowUpOn && <span className={classes.quiet}>{texts.callOn(day(lead.nextFollowUpOn))}</span>}
          {lead.isLate && <StateMark tone="red">{texts.late}</StateMark>}
        </span>
      </button>
      <Link to="/app/leads/$leadId" params={{ leadId: lead.id }} className={classes.name}>
        {lead.name}
      </Link>
    </li>
  );
}

/** With the mouse the column below it; with the keyboard the one that is nearest. */
const underPointerOrClosest: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : closestCenter(args);

/** An arrow goes to the middle of the column beside. */
const toNextColumn: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const way = { ArrowRight: 1, ArrowLeft: -1 }[event.code];
  if (way === undefined) return undefined;
  event.preventDefault();
  const columns = [...context.droppableRects.entries()].sort(([, a], [, b]) => a.left - b.left);
  const at = columns.findIndex(([, { right }]) => currentCoordinates.x < right);
  const target = columns[Math.min(Math.max(at + way, 0), columns.length - 1)]?.[1];
  return target && { x: target.left + 8, y: Math.max(target.top, currentCoordinates.y) };
};

const announcementsOf = (rows: readonly LeadRow[], statuses: readonly Status[]): Announcements => {
  const lead = (id: string | number) => rows.find((row) => row.id === Number(id))?.name ?? '';
  const status = (id: string | number | undefined) => statuses.find((one) => one.id === Number(id))?.name ?? '';
  return {
    onDragStart: ({ active }) => texts.lifted(lead(active.id)),
    onDragOver: ({ active, over }) => (over ? texts.over(lead(active.id), status(over.id)) : undefined),
    onDragEnd: ({ active, over }) => texts.dropped(lead(active.id), status(over?.id)),
    onDragCancel: ({ active }) => texts.backAgain(lead(active.id)),
  };
};
