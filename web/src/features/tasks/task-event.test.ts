import { expect, it } from 'vitest';
import { summaryOf, taskEvent, toastOf } from './task-event';

const event = {
  type: 'TASK',
  subtype: 'CREATED',
  id: 7,
  actor: { id: 3, WizeOrgUnitId: 12 },
  rtcClientId: 'tab-1',
};

const rule = { identifier: 'contact-new-lead', ruleName: 'Contact new leads' };

it('TASK-06, TASK-07, TASK-08: an event has its kind, user, branch, tab and tasks', () => {
  expect(taskEvent(event, [{ title: 'Call Maya', ruleData: rule }, { title: 'Pull credit' }])).toEqual({
    type: 'TASK',
    subtype: 'CREATED',
    actor: { id: 3, WizeOrgUnitId: 12 },
    rtcClientId: 'tab-1',
    data: {
      tasks: [
        { title: 'Call Maya', ruleData: rule },
        { title: 'Pull credit', ruleData: null },
      ],
      action: 'CREATED',
      error: null,
      metaData: { isCreatedByAutomation: false },
      isFollowup: false,
      autoDelete: false,
    },
  });
});

it('TASK-04: this tab’s own changes show no toast, unless a rule made them', () => {
  const own = taskEvent(event, [{ title: 'Call Maya' }]);
  expect(toastOf(own, 'tab-1')).toBeNull();
  expect(toastOf({ ...own, subtype: 'DELETED' }, 'tab-1')).toBeNull();
  expect(toastOf(own, 'tab-2')).toEqual({ title: 'Task Created', text: 'Task "Call Maya" has been created' });
  const byRule = { ...own, data: { ...own.data, metaData: { isCreatedByAutomation: true } } };
  expect(toastOf(byRule, 'tab-1')).not.toBeNull();
});

it('tasks created by rules are summed up by rule', () => {
  const other = { identifier: 'rule-2', ruleName: 'Orders' };
  const byRules = taskEvent({ ...event, subtype: 'AUTOMATION' }, [
    { title: 'Call Maya', ruleData: rule },
    { title: 'Order title', ruleData: other },
    { title: 'Pull credit', ruleData: rule },
  ]);
  expect(byRules.data.metaData.isCreatedByAutomation).toBe(true);
  expect(summaryOf(byRules)).toEqual({
    title: 'System Warning',
    text: 'Contact new leads: Created 2 task(s)\nOrders: Created 1 task(s)',
  });
  expect(summaryOf(taskEvent(event, [{ title: 'Call Maya' }]))).toBeNull();
});
