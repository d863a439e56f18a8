// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { onDemand } from './on-demand';

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>;

it('a preloaded component appears with the first render', async () => {
  const Late = onDemand(async () => ({ default: Hello }));
  await Late.preload();
  render(<Late name="Maya" />);
  expect(screen.getByText('Hello Maya')).toBeTruthy();
});

it('other components load after their surroundings and appear as soon as they are loaded', async () => {
  let arrive: (module: { default: typeof Hello }) => void = () => {};
  const load = vi.fn(
    () =>
      new Promise<{ default: typeof Hello }>((resolve) => {
        arrive = resolve;
      }),
  );
  const Late = onDemand<{ name: string }>(load);
  render(<Late name="Avery" />);
  expect(load).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  expect(screen.queryByText('Hello Avery')).toBeNull();
  await act(async () => arrive({ default: Hello }));
  expect(screen.getByText('Hello Avery')).toBeTruthy();
});

it('a component removed before the first paint is not loaded', async () => {
  const load = vi.fn(async () => ({ default: Hello }));
  const Late = onDemand<{ name: string }>(load);
  render(<Late name="Avery" />).unmount();
  await new Promise((later) => setTimeout(later, 100));
  expect(load).not.toHaveBeenCalled();
});

class Boundary extends Component<{ children: ReactNode }> {
  override state = { message: '' };
  static getDerivedStateFromError = (error: Error) => ({ message: error.message });
  override render = () => this.state.message || this.props.children;
}

it('an error boundary catches a failed load', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Late = onDemand<{ name: string }>(() => Promise.reject(new Error('gone')));
  render(
    <Boundary>
      <Late name="Paul" />
    </Boundary>,
  );
  expect(await screen.findByText('gone')).toBeTruthy();
  logged.mockRestore();
});
