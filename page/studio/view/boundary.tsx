// What goes wrong in one view stays in it: the others, and the text of the model, are not lost.
import { Component, type ReactNode } from "react";

export class Boundary extends Component<{ name: string; children: ReactNode }, { said: string }> {
  override state = { said: "" };

  static getDerivedStateFromError(error: unknown): { said: string } {
    return { said: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (!this.state.said) return this.props.children;
    return (
      <div className="hint" role="alert">
        <p>{this.props.name} could not be shown: {this.state.said}. The model is as it was.</p>
        <button type="button" className="chip" onClick={() => this.setState({ said: "" })}>Show it again</button>
      </div>
    );
  }
}
