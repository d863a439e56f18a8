import type { Issue } from '@/api/types';

export type IssueGroup = { reason: string; places: Issue[] };

/** Groups a file's issues by message, in the order of the file. */
export function issueGroups(issues: readonly Issue[]): IssueGroup[] {
  const groups = new Map<string, Issue[]>();
  for (const issue of issues) groups.set(issue.reason, [...(groups.get(issue.reason) ?? []), issue]);
  return [...groups].map(([reason, places]) => ({ reason, places }));
}
