# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Rules with one error each. The explorer must find every one of them: that is what shows that it looks."""

from machine import FINISHED, RUNNING, Machine, TokenPolicy, promotable

TOKENS = TokenPolicy(3, 2)


class JoinsTooEarly(Machine):
    """JOIN does not wait until the task has ended."""

    def getjoin(self, state, name, thread, transfer):
        child = self.find(state, thread.sigma)
        if child.phase == RUNNING:
            ended = child._replace(code=("result", 0), phase=FINISHED)
            return "JOIN", self.join(state, name, thread, transfer, ended)
        return super().getjoin(state, name, thread, transfer)


class KeepsSequentialReturn(Machine):
    """PROMOTE forgets to change where the first branch returns to."""

    def promote(self, state, name, thread, index):
        seq = thread.stack[index].resume
        after = super().promote(state, name, thread, index)
        promoted = self.find(after, name)
        frame = promoted.stack[index]._replace(resume=seq)
        return self.put(after, name, promoted._replace(
            stack=promoted.stack[:index] + (frame,) + promoted.stack[index + 1:]))


class KeepsMark(Machine):
    """PROMOTE leaves the frame promotable."""

    def promote(self, state, name, thread, index):
        mark = thread.stack[index].mark
        after = super().promote(state, name, thread, index)
        promoted = self.find(after, name)
        frame = promoted.stack[index]._replace(mark=mark)
        return self.put(after, name, promoted._replace(
            stack=promoted.stack[:index] + (frame,) + promoted.stack[index + 1:]))


class PromotesYoungest(Machine):
    """The walk takes the wrong end of the stack."""

    def promote(self, state, name, thread, index):
        youngest = [i for i, frame in enumerate(thread.stack) if promotable(frame)][-1]
        return super().promote(state, name, thread, youngest)


class TakesWrongEnvironment(Machine):
    """The task gets zeros instead of the values that the frame holds."""

    def promote(self, state, name, thread, index):
        child = name + (thread.spawned,)
        after = super().promote(state, name, thread, index)
        task = self.find(after, child)
        return self.put(after, child, task._replace(vars=(0,) * len(task.vars)))


class ReturnsToSecondBranch(Machine):
    """RETURN to a promoted frame runs the second branch here as well, as if the fork were not promoted."""

    def getjoin(self, state, name, thread, transfer):
        rule, successors = super().getjoin(state, name, thread, transfer)
        if rule == "CLONE":
            child = self.find(state, thread.sigma)
            successors = [self.put(after, thread.sigma, child) for after in successors]
        return rule, successors


class StartsTwice(Machine):
    """The owner also runs a task that somebody has started."""

    def getjoin(self, state, name, thread, transfer):
        child = self.find(state, thread.sigma)
        if child.phase == RUNNING and child.code[0] == "at":
            return "CLONE", self.clone(state, name, thread, transfer, child)
        return super().getjoin(state, name, thread, transfer)


class CancelsStarted(Machine):
    """CANCEL takes a task back that is running."""

    def unwind(self, state, name, thread):
        if thread.stack and thread.stack[-1].sigma is not None:
            child = self.find(state, thread.stack[-1].sigma)
            if child.phase == RUNNING:
                return "CANCEL", self.leave(state, name, thread)
        return super().unwind(state, name, thread)


class NeverCancels(Machine):
    """An exception passes a promoted frame as if it were an ordinary one."""

    def unwind(self, state, name, thread):
        if thread.stack:
            return "UNWIND", self.leave(state, name, thread)
        return super().unwind(state, name, thread)


class WaitsForCancelled(Machine):
    """An exception waits for a task that nobody will start."""

    def start(self, state, name, thread):
        return state

    def unwind(self, state, name, thread):
        rule, successors = super().unwind(state, name, thread)
        return rule, () if rule == "CANCEL" else successors


class SecondExceptionWins(Machine):
    """ABANDON takes the exception of the task, which is later in program order."""

    def abandon(self, state, name, thread, child):
        if child.code[0] == "exception":
            thread = thread._replace(code=("raise", child.code[1]))
        yield from super().abandon(state, name, thread, child)


class DropsTaskException(Machine):
    """JOIN takes a task's exception for its value."""

    def join(self, state, name, thread, transfer, child):
        yield from super().join(state, name, thread, transfer, child._replace(code=("result", child.code[1])))


class SkipsHandler(Machine):
    """An exception that a join rethrows passes the handler around the fork."""

    def deliver(self, thread, function, values, labels, outcome):
        return super().deliver(thread, function, values, (labels[0], None), outcome)


class LosesTokens(Machine):
    """PROMOTE takes half of the tokens from the owner and gives them to nobody."""

    def promote(self, state, name, thread, index):
        child = name + (thread.spawned,)
        after = super().promote(state, name, thread, index)
        return self.put(after, child, self.find(after, child)._replace(tokens=0))


class DoublesTokens(Machine):
    """PROMOTE gives the task half of the tokens and lets the owner keep them."""

    def promote(self, state, name, thread, index):
        after = super().promote(state, name, thread, index)
        promoted = self.find(after, name)
        passed = self.tokens_for_child(thread.tokens - 1)
        return self.put(after, name, promoted._replace(tokens=promoted.tokens + passed))


class JoinKeepsNoTokens(Machine):
    """JOIN does not return the task's tokens."""

    def join(self, state, name, thread, transfer, child):
        yield from super().join(state, name, thread, transfer, child._replace(tokens=0))


class CloneKeepsTokens(Machine):
    """CLONE counts a task's tokens as dropped, and keeps them."""

    def clone(self, state, name, thread, transfer, child):
        kept = thread._replace(tokens=thread.tokens + child.tokens)
        yield from super().clone(state, name, kept, transfer, child)


class PromotesForFree(Machine):
    """PROMOTE spends nothing. The rules then never stop promoting, so only this is asked."""

    def promote(self, state, name, thread, index):
        after = super().promote(state, name, thread, index)
        promoted = self.find(after, name)
        return self.charge(self.put(after, name, promoted._replace(tokens=promoted.tokens + 1)), spent=-1)


class BeatsTooOften(Machine):
    """BEAT grants tokens for half the work."""

    def work(self, state, name, thread):
        if self.policy.counts and thread.work == self.policy.period // 2:
            state = self.charge(state, granted=self.policy.grant)
            thread = thread._replace(tokens=thread.tokens + self.policy.grant)
        return super().work(state, name, thread)


# With the policy under which each shows itself; None: promotion at any time, oldest first.
MUTANTS = {
    JoinsTooEarly: None,
    KeepsSequentialReturn: None,
    KeepsMark: None,
    PromotesYoungest: None,
    TakesWrongEnvironment: None,
    ReturnsToSecondBranch: None,
    StartsTwice: None,
    CancelsStarted: None,
    NeverCancels: None,
    WaitsForCancelled: None,
    SecondExceptionWins: None,
    DropsTaskException: None,
    SkipsHandler: None,
    LosesTokens: TOKENS,
    DoublesTokens: TOKENS,
    JoinKeepsNoTokens: TOKENS,
    CloneKeepsTokens: TOKENS,
    PromotesForFree: TOKENS,
    BeatsTooOften: TOKENS,
}
